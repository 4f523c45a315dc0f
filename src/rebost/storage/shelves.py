"""What happens to whole projects: another name, two become one, put away and fetched back."""

from __future__ import annotations

from collections.abc import Callable

from rebost.errors import InputError
from rebost.records import State
from rebost.storage import statistics
from rebost.storage.changes import Changes
from rebost.storage.fetching import fetch_all, fetch_first
from rebost.storage.rows import CONTENT, Content, content
from rebost.storage.statistics import Entry


class Shelves(Changes):
    """The changes that concern a project as a whole."""

    def rename_project(self, name: str, new: str) -> int:
        """Give a project another name; gives how many records it has, of every state. Raises `InputError`."""
        number, _ = self._existing(name)
        if name == new:
            return self._size(number)
        other = fetch_first(self._connection, "SELECT id, archived FROM projects WHERE name = ?", (new,))
        if other is not None:
            if other[1] or self._size(other[0]):
                raise InputError(f"There is a project {new} already. Merge the two, or give another name.")
            self._connection.execute("DELETE FROM projects WHERE id = ?", (other[0],))
        self._connection.execute("UPDATE projects SET name = ? WHERE id = ?", (new, number))
        self._move_questions(name, new)
        self._projects.clear()
        self._projects[None] = 0
        return self._size(number)

    def merge_projects(self, name: str, into: str) -> tuple[int, int]:
        """Move every record of a project into another one, and drop the first.

        Of a text that both hold, the first project's record is superseded by the other's. Gives how many records moved,
        and how many of them were superseded so. Raises `InputError`.
        """
        source, source_archived = self._existing(name)
        target, target_archived = self._existing(into)
        if source == target:
            raise InputError(f"{name} can't be merged with itself. Give two projects.")
        for project, archived in ((name, source_archived), (into, target_archived)):
            if archived:
                raise InputError(f"The project {project} is archived. Unarchive it first.")
        twins = fetch_all(
            self._connection,
            "SELECT mine.row, other.id FROM records AS mine JOIN records AS other ON other.digest = mine.digest"
            " WHERE mine.project = ? AND mine.state = 0 AND other.project = ? AND other.state = 0",
            (source, target),
        )
        for row, id_ in twins:
            self._leave(row, State.SUPERSEDED)
            self._connection.execute("UPDATE records SET superseded_by = ? WHERE row = ?", (id_, row))
        self.finish()
        statistics.merge(self._connection, source, target)
        moved = self._size(source)
        self._connection.execute(
            "UPDATE records SET project = ?, changed = ? WHERE project = ?", (target, self._change, source)
        )
        self._connection.execute("DELETE FROM projects WHERE id = ?", (source,))
        self._move_questions(name, into)
        self._projects.pop(name, None)
        return moved, len(twins)

    def archive_project(self, name: str) -> int:
        """Put every current record of a project away; gives how many. Raises `InputError`."""
        number, archived = self._existing(name)
        if archived:
            raise InputError(f"The project {name} is archived already.")
        current = fetch_all(self._connection, "SELECT row FROM records WHERE project = ? AND state = 0", (number,))
        for (row,) in current:
            self._leave(row, State.ARCHIVED)
        self._connection.execute("UPDATE projects SET archived = 1 WHERE id = ?", (number,))
        self._projects.pop(name, None)
        return len(current)

    def unarchive_project(self, name: str, analyse: Callable[[Content], Entry]) -> int:
        """Fetch the records of an archived project back; gives how many are current again. Raises `InputError`."""
        number, archived = self._existing(name)
        if not archived:
            raise InputError(f"The project {name} isn't archived.")
        self._connection.execute("UPDATE projects SET archived = 0 WHERE id = ?", (number,))
        away = fetch_all(
            self._connection,
            f"SELECT row, digest, {CONTENT} FROM records WHERE project = ? AND state = {State.ARCHIVED:d} ORDER BY row",
            (number,),
        )
        count = 0
        for row, digest, *rest in away:
            twin = self._twin(number, digest, row)
            if twin is not None:  # corrected or restored into the same text while nobody could see both
                self._connection.execute(
                    "UPDATE records SET superseded_by = (SELECT id FROM records WHERE row = ?) WHERE row = ?",
                    (twin, row),
                )
            self._come_back(row, analyse(content(*rest)))
            count += self._state(row) == State.CURRENT
        return count

    def _existing(self, name: str) -> tuple[int, bool]:
        found = fetch_first(self._connection, "SELECT id, archived FROM projects WHERE name = ?", (name,))
        if found is None or not (found[1] or self._size(found[0])):
            raise InputError(f"There is no project {name}. List those there are.")
        return int(found[0]), bool(found[1])

    def _size(self, number: int) -> int:
        found = fetch_all(self._connection, "SELECT count(*) FROM records WHERE project = ?", (number,))
        return int(found[0][0])

    def _state(self, row: int) -> State:
        return State(fetch_all(self._connection, "SELECT state FROM records WHERE row = ?", (row,))[0][0])

    def _move_questions(self, name: str, new: str) -> None:
        """Questions follow their project; one that the other project has too gives it its marks."""
        both = fetch_all(
            self._connection,
            "SELECT mine.id, other.id FROM questions AS mine JOIN questions AS other USING (text)"
            " WHERE mine.project = ? AND other.project = ?",
            (name, new),
        )
        for mine, other in both:
            self._connection.execute("UPDATE OR IGNORE marks SET question = ? WHERE question = ?", (other, mine))
            self._connection.execute("DELETE FROM marks WHERE question = ?", (mine,))
            self._connection.execute("DELETE FROM questions WHERE id = ?", (mine,))
        self._connection.execute("UPDATE questions SET project = ? WHERE project = ?", (new, name))
