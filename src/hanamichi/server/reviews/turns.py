"""Which review is next: first turns between addresses, then between their people.

What counts is the time that was spent for each within a day, whichever process spent it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush

from hanamichi.server.storage.review_work import PendingReview, PendingReviews
from hanamichi.server.table.entries import PersonId

EXPECTED_SECONDS = 30.0
"""What a review is taken to cost until that is known."""


class _Person:
    """The reviews of one person at an address."""

    def __init__(self, spent: float) -> None:
        self.spent = spent
        self.reviews: deque[PendingReview] = deque()


class _Address:
    """The people of an address."""

    def __init__(self, spent: float) -> None:
        self.spent = spent
        self.people: dict[PersonId | None, _Person] = {}

    def waiting(self) -> list[_Person]:
        return [person for person in self.people.values() if person.reviews]

    @property
    def asked(self) -> int:
        """When the oldest review of those who are next was asked for."""
        return min((person.spent, person.reviews[0].asked) for person in self.waiting())[1]

    def take(self) -> PendingReview:
        person = min(self.waiting(), key=lambda each: (each.spent, each.reviews[0].asked))
        person.spent += EXPECTED_SECONDS
        self.spent += EXPECTED_SECONDS
        return person.reviews.popleft()


def in_turn(
    pending: PendingReviews, candidates: Iterable[PendingReview]
) -> Iterator[PendingReview]:
    """These of the pending reviews in the order in which it is their turn."""
    addresses: dict[str, _Address] = {}

    def person_of(share: str, person: PersonId | None) -> tuple[_Address, _Person]:
        address = addresses.setdefault(share, _Address(0.0))
        return address, address.people.setdefault(person, _Person(0.0))

    for each in pending.spent:
        address, person = person_of(each.share, each.person)
        address.spent += each.seconds
        person.spent += each.seconds
    for review in pending.reviews:
        if review.node is not None:
            address, person = person_of(review.share, review.person)
            address.spent += EXPECTED_SECONDS
            person.spent += EXPECTED_SECONDS
    for review in candidates:
        person_of(review.share, review.person)[1].reviews.append(review)
    turns = [
        (address.spent, address.asked, share)
        for share, address in addresses.items()
        if address.waiting()
    ]
    heapify(turns)
    while turns:
        _, _, share = heappop(turns)
        address = addresses[share]
        yield address.take()
        if address.waiting():
            heappush(turns, (address.spent, address.asked, share))
