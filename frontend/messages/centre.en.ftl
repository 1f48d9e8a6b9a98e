### Texts of the pages on which a centre is administered; they come with them.

## Pages

centre-members = Members
centre-members-lead = Who works in this centre, and with which roles
centre-invitations = Invitations
centre-invitations-lead = A person joins when they accept; they find the invitation under their name
centre-invitations-none = Nobody is invited
centre-invitations-none-text = An invitation names a person and the roles that they shall have.
centre-keys = Keys
centre-keys-lead = Services use a key instead of a person's password
centre-keys-none = No service has a key
centre-keys-none-text = A key lets a service ask for diagnoses and fetch reports.

## Columns and acts

centre-person = Person
centre-roles = Roles
centre-last-sign-in = Last sign-in
centre-acts = Acts
centre-yourself = This is you
centre-not-yours = Beyond your own rights: somebody who has them can give it
centre-change-roles = Change roles
centre-roles-of = Roles of { $person }
centre-remove = Remove
centre-remove-title = Remove { $person } from the centre?
centre-remove-text = They lose every right here at once. What they wrote and decided stays, under their name.
centre-save = Save
centre-until = Valid until
centre-invited-by = invited by { $person }
centre-invite = Invite
centre-username = User name
centre-invite-hint = As they sign in. The invitation is open for { $days } days.
centre-take-back = Take back
centre-invitation-open = Open
centre-invitation-accepted = Accepted
centre-invitation-declined = Declined
centre-invitation-revoked = Taken back
centre-invitation-expired = Expired
centre-key-name = Name
centre-key-hint = What the service is called. The key is valid for { $days } days.
centre-last-used = Last used
centre-never = Never
centre-revoked = Revoked
centre-make-key = Make a key
centre-rotate = Renew
centre-rotate-title = Renew the key { $name }?
centre-rotate-text = You get a new secret, valid for { $days } days. The old one works for { $minutes } more minutes, so that the service can change over.
centre-revoke = Revoke
centre-revoke-title = Revoke the key { $name }?
centre-revoke-text = The service is refused at once. This cannot be undone.
centre-secret-title = The new key
centre-secret-text = It is shown only now. Copy it to where the service reads it; whoever has it can act for the service.
centre-copy = Copy

## Sources

centre-sources = Sources
centre-sources-lead = The data that diagnoses of this centre may use, and what they hold
centre-sources-none = There are no data yet
centre-sources-none-text = Register data of your own here, or ask the operator.
centre-source-title = Title
centre-source-title-zh = Title in Chinese
centre-source-times = First and last time
centre-source-newest = Newest file
centre-source-ready = Ready
centre-source-waiting = Being read
centre-source-failed = Cannot be read
centre-source-late = late
centre-source-stale = files have changed
centre-source-operators = the operator’s
centre-source-register = Register data
centre-source-root = Where they lie
centre-source-no-roots = The operator has named no folder in which this centre may register data (HVRMET_SOURCE_ROOTS).
centre-source-below = Files or folders
centre-source-below-hint = Paths in that folder, each in a line of its own; a full stop is the folder itself. They are read as one.
centre-source-below-remote = Zarr stores below that address, each in a line of its own.
centre-source-name = Name in requests
centre-source-name-hint = Small letters, digits and hyphens, such as gfs-east-asia.
centre-source-attribution = Whose data they are
centre-source-late-after = Late after hours
centre-source-late-hint = Where the newest file is older, pages say so. Empty: never.
centre-source-change = Change
centre-source-change-title = What is said of { $name }
centre-source-remove-title = Take out { $name }?
centre-source-remove-text = Nobody can ask for it any more. Its files stay where they are, and so do the diagnoses made of it.
