"""Looking back: every decision of a finished match, judged by what its seat could know then."""

from hanamichi.review.history import SeatHistory, SeenPly
from hanamichi.review.model import (
    Alternative,
    Curve,
    Depth,
    Fact,
    Moment,
    Review,
    ReviewError,
    SeatReview,
    Verdict,
)
from hanamichi.review.review import check_reviewable, put_together, review_match, review_seat

__all__ = [
    "Alternative",
    "Curve",
    "Depth",
    "Fact",
    "Moment",
    "Review",
    "ReviewError",
    "SeatHistory",
    "SeatReview",
    "SeenPly",
    "Verdict",
    "check_reviewable",
    "put_together",
    "review_match",
    "review_seat",
]
