"""`dataclass` for frozen classes with slots, which are made in a fifth of the time: a command defines 170 of them.

The standard decorator compiles six functions for each class, 0.7 ms; this one compiles `__init__` alone, when the first
instance is made, and shares the others, 0.03 ms.  The result is a dataclass for `fields`, `replace`, `asdict` and
pattern matching.  Type checkers see the standard decorator.
"""

from __future__ import annotations

import dataclasses
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T", bound=type)

_OF_INSTANCES = frozenset({"__dict__", "__weakref__"})  # of a class without slots
_READING = threading.RLock()

__all__ = ["CachedHash", "dataclass"]


class _Factory:
    """The default of a parameter whose field has a factory."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


class CachedHash:
    """A base of value classes whose hash takes long, such as nodes of a tree: each instance keeps it."""

    __slots__ = ("_hash",)
    _hash: int


class _PlainField(NamedTuple):
    """What `__init__` needs of a field, as `dataclasses.Field` has it, which takes ten times as long to make."""

    name: str
    type: str
    default: object = dataclasses.MISSING
    default_factory: object = dataclasses.MISSING
    init: bool = True
    kw_only: bool = False


_AnyField: TypeAlias = "dataclasses.Field[Any] | _PlainField"


class _LazyInit:
    """`__init__` of a class, compiled when the first instance is made: a command makes none of most classes."""

    def __init__(self, made: type, fields: Callable[[], Sequence[_AnyField]]) -> None:
        self._made, self._fields = made, fields

    def __get__(self, instance: object, owner: type | None = None) -> Callable[..., None]:
        init: Any = _init(self._made, self._fields())
        self._made.__init__ = init  # type: ignore[misc]  # from now on
        bound: Callable[..., None] = init.__get__(instance, owner)
        return bound


class _LazyFields:
    """`__dataclass_fields__` of a class, which the standard decorator reads when they are first asked for."""

    def __init__(self, written: type, *, kw_only: bool) -> None:
        self._written, self._kw_only = written, kw_only  # with the defaults, in whose place the class has slots
        self.made: Any = None

    def __get__(self, instance: object, owner: type | None = None) -> dict[str, dataclasses.Field[Any]]:
        read = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=self._kw_only)
        with _READING:  # once, since it takes the defaults out of the class
            found: dict[str, dataclasses.Field[Any]] | None = vars(self._written).get("__dataclass_fields__")
            if found is None:
                found = vars(read(self._written))["__dataclass_fields__"]
        self.made.__dataclass_fields__ = found  # from now on
        return found


@dataclasses.dataclass(frozen=True)
class _Frozen:
    """A class with the parameters that all value classes have."""


_PARAMETERS = vars(_Frozen)["__dataclass_params__"]


def _value_class(cls: T, *, kw_only: bool, eq: bool) -> T:
    """A frozen dataclass with slots. InitVar is not supported."""
    own = vars(cls)
    if not cls.__doc__:
        cls.__doc__ = cls.__name__  # in place of the signature, whose text takes 2 ms
    names = _plain_names(cls)
    made: Any = _standard(cls, kw_only) if names is None else _with_slots(cls, names, kw_only)
    if "__init__" not in own:
        made.__init__ = _LazyInit(made, _reading(cls, made, names, kw_only=kw_only))
    if "__repr__" not in own:
        made.__repr__ = _repr_of(_flagged(made, names, own, "repr"))
    if eq:
        key = _key_of(_flagged(made, names, own, "compare"))
        if "__eq__" not in own:
            made.__eq__ = _eq_by(key)
        if own.get("__hash__") is None:  # as Python sets it beside `__eq__`
            made.__hash__ = _cached_hash_by(key) if issubclass(made, CachedHash) else _hash_by(key)
    made.__getstate__, made.__setstate__ = _state, _set_state
    made.__setattr__, made.__delattr__ = _refuse_change, _refuse_deletion
    result: T = made
    return result


def _plain_names(cls: type) -> tuple[str, ...] | None:
    """The names of the fields, if the class alone has fields and the annotations are texts; None for another class."""
    annotations = cls.__annotations__
    if any("__dataclass_params__" in vars(base) for base in cls.__mro__[1:]):
        return None
    if not all(isinstance(each, str) and "KW_ONLY" not in each for each in annotations.values()):
        return None
    if any(isinstance(each, dataclasses.Field) and isinstance(each.kw_only, bool) for each in vars(cls).values()):
        return None
    return tuple(name for name, each in annotations.items() if not each.startswith(("ClassVar", "typing.ClassVar")))


def _reading(
    cls: type, made: type, names: tuple[str, ...] | None, *, kw_only: bool
) -> Callable[[], Sequence[_AnyField]]:
    """Reads the fields for `__init__`."""
    if names is None:
        return partial(dataclasses.fields, made)
    own, annotations = vars(cls), cls.__annotations__
    given = [(name, annotations[name], own.get(name, dataclasses.MISSING)) for name in names]
    return partial(_plain_fields, given, kw_only=kw_only)


def _plain_fields(given: Sequence[tuple[str, str, object]], *, kw_only: bool) -> Sequence[_PlainField]:
    """The fields with these names, annotations and defaults, of which some are made by `field()`."""
    return [
        _PlainField(name, annotation, default.default, default.default_factory, default.init, kw_only)
        if isinstance(default, dataclasses.Field)
        else _PlainField(name, annotation, default, kw_only=kw_only)
        for name, annotation, default in given
    ]


def _flagged(
    made: type, names: tuple[str, ...] | None, own: Mapping[str, object], flag: Literal["repr", "compare"]
) -> tuple[str, ...]:
    """The names of the fields with the flag."""
    if names is None:
        return tuple(each.name for each in dataclasses.fields(made) if getattr(each, flag))
    return tuple(name for name in names if _has_flag(own.get(name), flag))


def _has_flag(default: object, flag: Literal["repr", "compare", "init"]) -> bool:
    """Whether a field with this default has the flag: all have, unless a `field()` says otherwise."""
    return bool(getattr(default, flag)) if isinstance(default, dataclasses.Field) else True


def _standard(cls: type, kw_only: bool) -> type:
    """The class with slots, by the standard decorator, which takes three times as long as `_with_slots`."""
    # `frozen` compiles two more functions; beside a frozen base it must be given.
    frozen = any(map(dataclasses.is_dataclass, cls.__mro__[1:]))
    made: Any = dataclasses.dataclass(init=False, repr=False, eq=False, slots=True, frozen=frozen, kw_only=kw_only)(cls)
    made.__dataclass_params__.frozen = True
    result: type = made
    return result


def _with_slots(cls: type, names: tuple[str, ...], kw_only: bool) -> type:
    """The class with slots for these fields."""
    own = vars(cls)
    fields = _LazyFields(cls, kw_only=kw_only)
    positional = () if kw_only else names
    namespace = {name: value for name, value in own.items() if name not in _OF_INSTANCES and name not in names}
    namespace |= {
        "__qualname__": cls.__qualname__,
        "__slots__": names,
        "__match_args__": tuple(name for name in positional if _has_flag(own.get(name), "init")),
        "__dataclass_fields__": fields,
        "__dataclass_params__": _PARAMETERS,
        "__replace__": _replaced,
    }
    fields.made = made = type(cls)(cls.__name__, cls.__bases__, namespace)
    result: type = made
    return result


def _init(made: type, fields: Sequence[_AnyField]) -> Callable[..., None]:
    """`__init__` with the parameters of the fields, which sets the slots by their descriptors.

    Its code is compiled with parameters `p0`, `p1`, … once for all classes of the same form, which are few, and then
    gets the names and the defaults of the fields.
    """
    values: list[object] = [_FACTORY]  # what the code refers to
    parameters: dict[bool, list[str]] = {False: [], True: []}  # by whether they are keywords only
    names: dict[bool, list[str]] = {False: [], True: []}
    defaults: dict[bool, dict[str, object]] = {False: {}, True: {}}
    body = []

    def referred(value: object) -> str:
        values.append(value)
        return f"v{len(values) - 1}"

    for n, each in enumerate(fields):
        value, is_named = f"p{n}", bool(each.kw_only)
        if each.default_factory is not dataclasses.MISSING:
            factory = referred(each.default_factory)
            value = f"{factory}() if p{n} is v0 else p{n}" if each.init else f"{factory}()"
            defaults[is_named][each.name] = _FACTORY
        elif each.default is not dataclasses.MISSING:
            defaults[is_named][each.name] = each.default
            value = value if each.init else referred(each.default)
        elif not each.init:
            continue
        if each.init:
            parameters[is_named].append(f"p{n}")
            names[is_named].append(each.name)
        body.append(f"{referred(getattr(made, each.name).__set__)}(self, {value})")
    if hasattr(made, "__post_init__"):
        body.append("self.__post_init__()")
    star = ["*"] if parameters[True] else []
    create = _compiled(", ".join(["self", *parameters[False], *star, *parameters[True]]), tuple(body), len(values))
    common: Any = create(*values)
    code = common.__code__.replace(co_varnames=("self", *names[False], *names[True]))
    init: Any = FunctionType(code, sys.modules[made.__module__].__dict__, "__init__", None, common.__closure__)
    init.__defaults__ = tuple(defaults[False][name] for name in names[False] if name in defaults[False])
    init.__kwdefaults__ = {name: defaults[True][name] for name in names[True] if name in defaults[True]}
    init.__qualname__ = f"{made.__qualname__}.__init__"
    init.__annotations__ = {each.name: each.type for each in fields if each.init} | {"return": None}
    result: Callable[..., None] = init
    return result


@lru_cache(None)
def _compiled(parameters: str, body: tuple[str, ...], count: int) -> Callable[..., Callable[..., None]]:
    """A function of `v0`, `v1`, … that gives the `__init__` with this body."""
    outer, lines = ", ".join(f"v{n}" for n in range(count)), "; ".join(body) or "pass"
    created: dict[str, Any] = {}
    source = f"def create({outer}):\n def __init__({parameters}):\n  {lines}\n return __init__"
    exec(source, created)  # noqa: S102  # as dataclasses does
    create: Callable[..., Callable[..., None]] = created["create"]
    return create


def _key_of(names: Sequence[str]) -> Callable[[object], object]:
    """The values of the fields, to compare and to hash."""
    return attrgetter(*names) if names else lambda _: ()


def _eq_by(key: Callable[[object], object]) -> Callable[[object, object], bool]:
    def __eq__(self: object, other: object) -> bool:  # noqa: N807  # a method
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash_by(key: Callable[[object], object]) -> Callable[[object], int]:
    def __hash__(self: object) -> int:  # noqa: N807  # a method
        return hash(key(self))

    return __hash__


def _cached_hash_by(key: Callable[[object], object]) -> Callable[[CachedHash], int]:
    def __hash__(self: CachedHash) -> int:  # noqa: N807  # a method
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", found := hash(key(self)))
            return found

    return __hash__


def _repr_of(names: Sequence[str]) -> Callable[[object], str]:
    def __repr__(self: object) -> str:  # noqa: N807  # a method
        return f"{self.__class__.__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return __repr__


@lru_cache(None)
def _names_of(made: type) -> tuple[str, ...]:
    return tuple(each.name for each in dataclasses.fields(made))


def _state(self: Any) -> list[object]:
    return [getattr(self, name) for name in _names_of(self.__class__)]


def _set_state(self: Any, state: Sequence[object]) -> None:
    for name, value in zip(_names_of(self.__class__), state, strict=True):
        object.__setattr__(self, name, value)


def _replaced(self: Any, /, **changes: object) -> object:
    return dataclasses.replace(self, **changes)


def _refuse_change(_self: object, name: str, _value: object) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(_self: object, name: str) -> None:
    raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")


if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool, slots: bool, kw_only: bool = False, eq: bool = True) -> Callable[[T], T]:
        """As of `dataclasses`, for classes that are frozen and have slots."""
        if not (frozen and slots):
            raise TypeError("dataclasses.dataclass makes classes that are not frozen or have no slots")
        return lambda cls: _value_class(cls, kw_only=kw_only, eq=eq)
