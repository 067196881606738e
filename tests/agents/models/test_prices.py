"""What a model's tokens cost: the provider's published prices for its address, or the user's own; never a guess."""

import pytest

from solvent.agents.context import models_of
from solvent.agents.models.prices import PricesError, prices_of, published, read_prices
from solvent.agents.settings import ModelChoice, Settings

OPENAI = "https://api.openai.com/v1"


def test_published_prices_are_per_million_tokens():
    assert published("gpt-4o", OPENAI) == pytest.approx((2.5, 10.0))
    assert published("gpt-4o-2024-08-06", f"{OPENAI}/") == pytest.approx((2.5, 10.0))


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("gpt-4o", "http://localhost:8000/v1"),
        ("gpt-4o", "http://127.0.0.1:8000/v1"),
        ("gpt-4o", "http://[::1]:8000/v1"),
        ("gpt-4o", "http://gpu-box:8000/v1"),
        ("gpt-4o", "https://models.example.org/v1"),
        ("a-model-that-nobody-has", OPENAI),
        ("gpt-4o", "nonsense"),
    ],
)
def test_a_model_of_the_same_name_elsewhere_has_no_price(name, url):
    assert published(name, url) is None


def test_own_prices_come_first(monkeypatch):
    assert prices_of(ModelChoice(name="gpt-4o", prices=(1, 2))) == (1, 2)
    assert prices_of(ModelChoice(name="gpt-4o")) == pytest.approx((2.5, 10.0))
    monkeypatch.setenv("OPENAI_BASE_URL", "http://localhost:1/v1")
    assert prices_of(ModelChoice(name="gpt-4o")) is None
    (model,) = set(models_of(Settings(models={"author": ModelChoice(name="gpt-4o", url=OPENAI)}), {}).values())
    assert model.prices == pytest.approx((2.5, 10.0))


def test_a_file_of_prices(tmp_path):
    path = tmp_path / "prices.toml"
    path.write_text('# dollars\nplain = [0, 1]\n"name-1.5" = [2.5, 10.0]\n')
    assert read_prices(path) == {"plain": (0.0, 1.0), "name-1.5": (2.5, 10.0)}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"m = [1]", "pair"),
        (b"m = [1, -2]", "pair"),
        (b"m = [1, nan]", "pair"),
        (b"m = [1, inf]", "pair"),
        (b'm = ["1", "2"]', "pair"),
        (b"m = [true, 2]", "pair"),
        (b"m-1.5 = [1, 2]", "quotes"),
        (b"m: 1, 2", "TOML"),
        (b"\xff", "UTF-8"),
    ],
)
def test_a_wrong_file_says_what_is_wrong(tmp_path, content, told):
    path = tmp_path / "prices.toml"
    path.write_bytes(content)
    with pytest.raises(PricesError, match=told):
        read_prices(path)
    with pytest.raises(PricesError, match="cannot read"):
        read_prices(tmp_path)
