"""Pages of somebody who has an account: signing in, passkeys, invitations, tokens."""
