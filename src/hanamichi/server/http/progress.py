"""HTTP handlers for how a person's play develops."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency

from hanamichi.server.http.costs import SUM_UP
from hanamichi.server.http.visitor import AnyRequest, base_of
from hanamichi.server.ops.fair_queue import Served
from hanamichi.server.protocol.progress_messages import Progress
from hanamichi.server.reviews.progress import ProgressDesk, as_csv


@get("/api/me/progress", tags=["people"], cost=SUM_UP)
async def get_my_progress(
    served: NamedDependency[Served], progress_desk: NamedDependency[ProgressDesk]
) -> Progress:
    """How this person's play develops, from the reviews of their matches."""
    return await progress_desk.progress_of(served)


@get("/api/me/progress.csv", tags=["people"], media_type="text/csv", cost=SUM_UP)
async def get_my_progress_table(
    request: AnyRequest,
    served: NamedDependency[Served],
    progress_desk: NamedDependency[ProgressDesk],
) -> Response[bytes]:
    """The reviewed matches of this person as a table for spreadsheets."""
    found = await progress_desk.progress_of(served)
    return Response(
        as_csv(found.matches, base_of(request)),
        media_type="text/csv",
        headers={"content-disposition": 'attachment; filename="hanamichi-progress.csv"'},
    )


HANDLERS = [get_my_progress, get_my_progress_table]
"""All of them, in the order of the documentation."""
