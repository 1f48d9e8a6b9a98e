# Whom a report waits for.

waits-you = you
waits-others = { $count } others
waits-mine-approve = Waits for your review
waits-mine-publish = You can publish it
waits-for = Waits for { $people }
waits-nobody = Nobody here can take it on
waits-unopened = Not opened yet
