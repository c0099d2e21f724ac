-- Custom: a transaction that writes money, or what a provider was told had arrived, commits once a synchronous standby has
-- it, whatever the setting of its connection. Without such a standby this is an ordinary commit.
CREATE FUNCTION "commit_on_standby"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_catalog.set_config('synchronous_commit', 'remote_apply', true);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER commit_on_standby AFTER INSERT OR UPDATE OR DELETE ON "orders" FOR EACH STATEMENT EXECUTE FUNCTION commit_on_standby();--> statement-breakpoint
CREATE TRIGGER commit_on_standby AFTER INSERT OR UPDATE OR DELETE ON "payment_attempts" FOR EACH STATEMENT EXECUTE FUNCTION commit_on_standby();--> statement-breakpoint
CREATE TRIGGER commit_on_standby AFTER INSERT OR UPDATE OR DELETE ON "payment_facts" FOR EACH STATEMENT EXECUTE FUNCTION commit_on_standby();--> statement-breakpoint
CREATE TRIGGER commit_on_standby AFTER INSERT OR UPDATE OR DELETE ON "refunds" FOR EACH STATEMENT EXECUTE FUNCTION commit_on_standby();--> statement-breakpoint
CREATE TRIGGER commit_on_standby AFTER INSERT OR UPDATE OR DELETE ON "receipts" FOR EACH STATEMENT EXECUTE FUNCTION commit_on_standby();--> statement-breakpoint
CREATE TRIGGER commit_on_standby AFTER INSERT OR UPDATE OR DELETE ON "ledger_transfers" FOR EACH STATEMENT EXECUTE FUNCTION commit_on_standby();--> statement-breakpoint
CREATE TRIGGER commit_on_standby AFTER INSERT OR UPDATE OR DELETE ON "hook_notices" FOR EACH STATEMENT EXECUTE FUNCTION commit_on_standby();
