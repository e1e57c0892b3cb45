BEGIN TRANSACTION;
CREATE TABLE account (
	name VARCHAR(120) NOT NULL,
	password TEXT NOT NULL,
	display TEXT NOT NULL,
	PRIMARY KEY (name)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE api_token (
	token VARCHAR(64) NOT NULL,
	account VARCHAR(120) NOT NULL,
	competition VARCHAR(120) NOT NULL,
	scope VARCHAR(20) NOT NULL,
	label VARCHAR(80) NOT NULL,
	made BIGINT NOT NULL,
	expires BIGINT NOT NULL,
	used BIGINT NOT NULL,
	PRIMARY KEY (token),
	FOREIGN KEY(account) REFERENCES account (name) ON DELETE CASCADE
);
CREATE TABLE attachment (
	hash VARCHAR(64) NOT NULL,
	media VARCHAR(40) NOT NULL,
	content BLOB NOT NULL,
	PRIMARY KEY (hash)
);
CREATE TABLE challenge (
	token VARCHAR(64) NOT NULL,
	purpose VARCHAR(20) NOT NULL,
	content BLOB NOT NULL,
	expires BIGINT NOT NULL,
	PRIMARY KEY (token)
);
CREATE TABLE delivery (
	webhook VARCHAR(40) NOT NULL,
	number INTEGER NOT NULL,
	at BIGINT NOT NULL,
	first BIGINT NOT NULL,
	last BIGINT NOT NULL,
	status INTEGER NOT NULL,
	outcome VARCHAR(80) NOT NULL,
	PRIMARY KEY (webhook, number),
	FOREIGN KEY(webhook) REFERENCES webhook (id) ON DELETE CASCADE
);
CREATE TABLE event (
	stream VARCHAR(200) NOT NULL,
	version INTEGER NOT NULL,
	name VARCHAR(80) NOT NULL,
	at VARCHAR(40) NOT NULL,
	actor VARCHAR(200) NOT NULL,
	payload TEXT NOT NULL,
	previous VARCHAR(64) NOT NULL,
	hash VARCHAR(64) NOT NULL,
	PRIMARY KEY (stream, version)
);
CREATE TABLE grant_ (
	account VARCHAR(120) NOT NULL,
	competition VARCHAR(120) NOT NULL,
	role VARCHAR(40) NOT NULL,
	PRIMARY KEY (account, competition),
	FOREIGN KEY(account) REFERENCES account (name) ON DELETE CASCADE
);
CREATE TABLE invitation (
	token VARCHAR(64) NOT NULL,
	competition VARCHAR(120) NOT NULL,
	role VARCHAR(40) NOT NULL,
	account VARCHAR(120) NOT NULL,
	made BIGINT NOT NULL,
	expires BIGINT NOT NULL,
	PRIMARY KEY (token),
	FOREIGN KEY(account) REFERENCES account (name) ON DELETE CASCADE
);
CREATE TABLE passkey (
	id VARCHAR(64) NOT NULL,
	credential BLOB NOT NULL,
	account VARCHAR(120) NOT NULL,
	public_key BLOB NOT NULL,
	sign_count BIGINT NOT NULL,
	label VARCHAR(80) NOT NULL,
	made BIGINT NOT NULL,
	used BIGINT NOT NULL,
	PRIMARY KEY (id),
	FOREIGN KEY(account) REFERENCES account (name) ON DELETE CASCADE
);
CREATE TABLE person (
	id VARCHAR(80) NOT NULL,
	content TEXT NOT NULL,
	PRIMARY KEY (id)
);
CREATE TABLE phone (
	competition VARCHAR(120) NOT NULL,
	section VARCHAR(120) NOT NULL,
	entrant VARCHAR(120) NOT NULL,
	card INTEGER NOT NULL,
	token VARCHAR(64) NOT NULL,
	opened BIGINT NOT NULL,
	expires BIGINT NOT NULL,
	agent VARCHAR(200) NOT NULL,
	PRIMARY KEY (competition, section, entrant, card)
);
CREATE TABLE secret (
	name VARCHAR(200) NOT NULL,
	content BLOB NOT NULL,
	PRIMARY KEY (name)
);
CREATE TABLE session (
	token VARCHAR(64) NOT NULL,
	account VARCHAR(120) NOT NULL,
	expires BIGINT NOT NULL, opened BIGINT DEFAULT '0' NOT NULL, way VARCHAR(20) DEFAULT '' NOT NULL, agent VARCHAR(200) DEFAULT '' NOT NULL,
	PRIMARY KEY (token),
	FOREIGN KEY(account) REFERENCES account (name) ON DELETE CASCADE
);
CREATE TABLE shard_fence (
	shard INTEGER NOT NULL,
	epoch BIGINT NOT NULL,
	PRIMARY KEY (shard)
);
CREATE TABLE shard_lease (
	shard INTEGER NOT NULL,
	owner VARCHAR(80) NOT NULL,
	until BIGINT NOT NULL,
	seen BIGINT NOT NULL,
	PRIMARY KEY (shard)
);
CREATE TABLE shard_worker (
	name VARCHAR(80) NOT NULL,
	until BIGINT NOT NULL,
	PRIMARY KEY (name)
);
CREATE TABLE sign_in_link (
	token VARCHAR(64) NOT NULL,
	account VARCHAR(120) NOT NULL,
	expires BIGINT NOT NULL,
	PRIMARY KEY (token),
	FOREIGN KEY(account) REFERENCES account (name) ON DELETE CASCADE
);
CREATE TABLE webhook (
	id VARCHAR(40) NOT NULL,
	competition VARCHAR(120) NOT NULL,
	url TEXT NOT NULL,
	made BIGINT NOT NULL,
	sent BIGINT NOT NULL,
	failures INTEGER NOT NULL,
	due BIGINT NOT NULL,
	busy BIGINT NOT NULL,
	PRIMARY KEY (id)
);
CREATE INDEX session_account ON session (account);
CREATE INDEX ix_invitation_account ON invitation (account);
CREATE INDEX ix_invitation_competition ON invitation (competition);
CREATE INDEX ix_passkey_account ON passkey (account);
CREATE INDEX ix_api_token_account ON api_token (account);
CREATE INDEX ix_phone_token ON phone (token);
CREATE INDEX ix_webhook_competition ON webhook (competition);
INSERT INTO shard_fence WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 257) SELECT n, 0 FROM number;
INSERT INTO shard_lease WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 257) SELECT n, '', 0, 0 FROM number;
COMMIT;
