"""Things that are dear to make: made once, kept while there is room, and nobody pushes out what others look at."""

import asyncio
from collections.abc import Awaitable, Callable

from weathergauge.server.kept import Kept


class Maker:
    """Makes things of a size, and notes which."""

    def __init__(self, kept: Kept[str]) -> None:
        self.kept, self.made = kept, list[str]()

    def _of(self, name: str, size: int) -> Callable[[], Awaitable[tuple[str, int]]]:
        async def make() -> tuple[str, int]:
            self.made.append(name)
            await asyncio.sleep(0.01)
            return name, size

        return make

    async def get(self, name: str, owner: str, size: int = 10, version: int = 1) -> str:
        return await self.kept.get((name,), version, owner, self._of(name, size))


def test_what_is_asked_for_together_is_made_once() -> None:
    """And later not at all, until there is a newer version."""

    async def test() -> None:
        maker = Maker(Kept(100))
        found = await asyncio.gather(*(maker.get("a", f"owner {n}") for n in range(20)))
        assert (set(found), maker.made) == ({"a"}, ["a"])
        await maker.get("a", "another")
        assert maker.made == ["a"]
        assert maker.kept.has(("a",), 1)
        await maker.get("a", "another", version=2)
        assert maker.made == ["a", "a"]
        assert len(maker.kept) == 1

    asyncio.run(test())


def test_who_asks_for_much_pushes_out_their_own() -> None:
    """Ann looks at one thing, Eve at twenty: Ann's is still there."""

    async def test() -> None:
        maker = Maker(Kept(50))
        await maker.get("ann's", "ann")
        for n in range(20):
            await maker.get(f"eve's {n}", "eve")
        assert len(maker.kept) == 5
        maker.made.clear()
        await maker.get("ann's", "ann")
        await maker.get("eve's 19", "eve")
        assert maker.made == []
        await maker.get("eve's 0", "eve")
        assert maker.made == ["eve's 0"]

    asyncio.run(test())


def test_what_could_not_be_made_is_tried_again() -> None:
    """A failure is everybody's who waited for it, and kept for nobody."""

    async def test() -> None:
        kept, tries = Kept[str](100), 0

        async def make() -> tuple[str, int]:
            nonlocal tries
            tries += 1
            if tries == 1:
                raise ValueError
            return "made", 1

        async def get() -> str:
            return await kept.get(("a",), 1, "ann", make)

        failed = await asyncio.gather(get(), get(), return_exceptions=True)
        assert all(isinstance(error, ValueError) for error in failed)
        assert await get() == "made"

    asyncio.run(test())
