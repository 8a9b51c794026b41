"""The HTTP handler for reports of people to the owner of the server."""

from __future__ import annotations

from litestar import post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from hanamichi.server.http.costs import LOOK_UP
from hanamichi.server.http.visitor import AnyRequest, actor_of
from hanamichi.server.live.people import People
from hanamichi.server.live.report_box import ReportBox
from hanamichi.server.protocol.owner_messages import NewReport, Reported


@post("/api/tables/{table_id:str}/reports", tags=["tables"], cost=LOOK_UP)
async def report_table(
    request: AnyRequest,
    people: NamedDependency[People],
    report_box: NamedDependency[ReportBox],
    table_id: FromPath[str],
    data: JSONBody[NewReport],
) -> Reported:
    """Report a table, or the person at one of its seats, to the owner of the server."""
    return Reported(await report_box.report(await actor_of(request, people), table_id, data))


HANDLERS = [report_table]
