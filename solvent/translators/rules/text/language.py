"""In which language a text is written, where it is not English."""

import re
from functools import cache
from typing import Any

from solvent.translators.rules.text.words import is_english

NAMES = {
    "ar": "Arabic",
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "he": "Hebrew",
    "hi": "Hindi",
    "hu": "Hungarian",
    "id": "Indonesian",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "no": "Norwegian",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sv": "Swedish",
    "th": "Thai",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "vi": "Vietnamese",
    "zh": "Chinese",
}
_FEWEST = 12  # letters; less than that could be names in any language
_ENGLISH, _FOREIGN = 0.7, 0.3  # shares of English words: a text of more is English, one of fewer certainly is not
_SURE, _LIKELY = 0.9, 0.6
_LONGEST = 5000  # characters that are looked at


def foreign(text: str) -> str:
    """Return the English name of the language of a text; "" for English, one not in NAMES, or too little text."""
    head = text[:_LONGEST]
    words = re.findall(r"[^\W\d_]{2,}", head.lower())
    english = sum(map(is_english, words)) / max(1, len(words))
    if sum(map(len, words)) < _FEWEST or english >= _ENGLISH:
        return ""
    code, probability = _identifier().classify(head)
    return NAMES.get(code, "") if probability >= (_LIKELY if english < _FOREIGN else _SURE) else ""


@cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    found = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    found.set_languages(["en", *NAMES])
    return found
