"""The settings of `solvent generate dyval`: which tasks, how large, and how they are put into words."""

from typing import Self

from pydantic import Field, model_validator

from solvent.benchmarks.generate.dyval.description import Order
from solvent.benchmarks.generate.dyval.levels import TRAININGS, Graph, Level, Size, Training, TrainingName, Tree
from solvent.benchmarks.generate.dyval.task import Flaw, Protocol, Setup, Task
from solvent.benchmarks.generate.dyval.tasks import TASKS
from solvent.benchmarks.generate.generator import GeneratorSettings

_LARGEST_TREE, _LARGEST_GRAPH = 2000, 200  # nodes
_MOST_EXTRAS = 20
_LEAST = {"depth": 1, "width": 1, "nodes": 2, "links": 1, "extra_links": 0, "descriptions": 0}


class DyValSettings(GeneratorSettings):
    """What to draw.

    The size of a problem is a level, or depth and width of a tree, or nodes and links of a graph, or that of one of
    DyVal's training experiments. Without a task, each sample's is drawn from those that have problems of that size.

    By the paper's protocol, these answers are equally frequent: true and false in Boolean tasks and reachability, true
    and N/A in deductive ones, all three in abductive ones; of a size without operations, what there is. A sample's
    answer is drawn first, and problems until one has it. Numbers are not balanced. The published code's protocol takes
    problems as they come, but for arithmetic trees (also those of equations) with roots below 0.0001.
    """

    task: str | None = Field(default=None, description=f"one of {', '.join(sorted(TASKS))}; default: drawn each time")
    level: Level | None = Field(default=None, description="size by DyVal's levels; default: D1")
    depth: int | None = Field(default=None, description="levels of a tree, leaves included; default: 3, with --width")
    width: int | None = Field(default=None, description="children of an operation; default: 2, with --depth")
    nodes: int | None = Field(default=None, description="nodes of a graph; default: 10, with --links")
    links: int | None = Field(default=None, description="links of a node, at most; default: 4, with --nodes")
    order: Order | None = Field(
        default=None,
        description="children before parents, the reverse, or shuffled; default: random, with --training topological",
    )
    extra_links: int = Field(default=0, description="more children for each operation of a tree")
    descriptions: int = Field(default=0, description="unconnected small trees or graphs, whose lines are mixed in")
    protocol: Protocol = Field(
        default="paper", description="paper: equally frequent answers; code: as DyVal's public code draws them"
    )
    steps: bool = Field(default=False, description="add the inference steps, as in DyVal's training data")
    flaw: Flaw | None = Field(default=None, description="leave out a line that matters, or add a cycle")
    training: TrainingName | None = Field(default=None, description="a size of DyVal's training data, with steps")

    @model_validator(mode="after")
    def _usable(self) -> Self:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value is not None and value < least:
                raise ValueError(f"--{name.replace('_', '-')} has to be at least {least}")
        if max(self.extra_links, self.descriptions) > _MOST_EXTRAS:
            raise ValueError(f"there are at most {_MOST_EXTRAS} --extra-links and --descriptions")
        if self.training and (self.extra_links or self.descriptions):
            raise ValueError(f"--training {self.training} has its own --extra-links and --descriptions")
        if self.flaw and self.has_steps:
            raise ValueError("a flawed text has no steps that infer its answer; leave out --flaw, or the steps")
        if self.task is not None and self.task not in TASKS:
            raise ValueError(f"there is no task {self.task!r}; choose one of {', '.join(sorted(TASKS))}")
        if not self.setups():
            # Of several reasons, that of a task which comes closest.
            nearest = min(self._wanted(), key=lambda task: (not self._fits(task), self.flaw not in {None, *task.flaws}))
            raise ValueError(self._setup(nearest))
        return self

    @property
    def has_steps(self) -> bool:
        """Whether samples come with the steps that infer their answers."""
        return self.steps or self.training is not None

    @property
    def arrangement(self) -> Order:
        """The order of the lines."""
        return self.order or ("topological" if self.training else "random")

    def setups(self) -> list[tuple[Task, Setup]]:
        """Return the tasks that have such problems, in alphabetical order, each with how it draws them."""
        found = [(task, self._setup(task)) for task in self._wanted()]
        return [(task, setup) for task, setup in found if isinstance(setup, Setup)]

    def group(self, task: Task) -> str:
        """Name the task and what decides how hard it is, such as `arithmetic/D4` or `boolean/depth 5, width 2`."""
        sized = ("depth", "width") if isinstance(task.levels["D1"], Tree) else ("nodes", "links")
        size = self._size(task)
        if self.training or not any(getattr(self, name) is not None for name in sized):
            parts: list[str] = [self.training or self.level or "D1"]
        else:
            parts = [f"{name} {getattr(size, name)}" for name in sized]
        extras = [(name, getattr(self, name)) for name in ("extra_links", "descriptions")]
        parts += [f"{name.replace('_', ' ')} {value}" for name, value in extras if value]
        return f"{task.name}/{', '.join(parts)}"

    def _wanted(self) -> list[Task]:
        return [TASKS[name] for name in ([self.task] if self.task else sorted(TASKS))]

    def _fits(self, task: Task) -> bool:
        """Whether a task's problems have sizes of the kind that is given."""
        graph = self.nodes is not None or self.links is not None or (self.training or "").startswith("graph")
        return graph == isinstance(task.levels["D1"], Graph)

    def _setup(self, task: Task) -> Setup | str:
        """Return how a task draws such problems, or why it has none."""
        size = self._size(task)
        if isinstance(size, str):
            return size
        extras = TRAININGS[self.training] if self.training else Training(size, self.extra_links, self.descriptions)
        setup = Setup(size, extras.extra_links, extras.descriptions, self.protocol, self.flaw)
        return task.refusal(setup) or setup

    def _size(self, task: Task) -> Size | str:
        tree, graph = (self.depth, self.width) != (None, None), (self.nodes, self.links) != (None, None)
        if sum(map(bool, (self.level, self.training, tree, graph))) > 1:
            return "give the size in one way: --level, --depth and --width, --nodes and --links, or --training"
        size: Size = task.levels[self.level or "D1"]
        kind = type(size)
        if self.training:
            size = TRAININGS[self.training].size
        elif tree:
            size = Tree(3 if self.depth is None else self.depth, 2 if self.width is None else self.width)
        elif graph:
            nodes = 10 if self.nodes is None else self.nodes
            size = Graph(nodes, min(4, nodes - 1) if self.links is None else self.links)
        if not isinstance(size, kind):
            wanted = "--depth and --width" if kind is Tree else "--nodes and --links"
            return f"{task.name} has no such sizes; give {wanted}, or --level"
        return _too_large(size) or size


def _too_large(size: Size) -> str | None:
    if isinstance(size, Graph):
        if size.links >= size.nodes:
            return f"a node of {size.nodes} can link to {size.nodes - 1} others at most; give fewer --links"
        return f"graphs have at most {_LARGEST_GRAPH} --nodes" if size.nodes > _LARGEST_GRAPH else None
    if size.width == 1 and size.depth > 1:
        return "an operation has at least two children: give --width 2 or more, or --depth 1"
    nodes, level = 0, 1
    for _ in range(min(size.depth, _LARGEST_TREE)):
        nodes, level = nodes + level, min(level * size.width, _LARGEST_TREE + 1)
    if nodes > _LARGEST_TREE:
        return f"trees have at most {_LARGEST_TREE:,} nodes; give a smaller --depth or --width"
    return None
