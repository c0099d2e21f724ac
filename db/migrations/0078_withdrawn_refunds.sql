ALTER TABLE "refunds" DROP CONSTRAINT "refunds_state";--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('intended', 'sent', 'confirmed', 'failed', 'by_hand', 'withdrawn'));--> statement-breakpoint
-- By hand: as before, and a withdrawn refund has ended.
CREATE OR REPLACE FUNCTION "forget_old_money"("first_day" date) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
	"since" timestamp with time zone := "first_day"::timestamp AT TIME ZONE 'Asia/Hong_Kong';
	"gone" integer[];
	"last_old" bigint;
BEGIN
	IF "first_day" > date_trunc('year', now() AT TIME ZONE 'Asia/Hong_Kong')::date - interval '7 years' THEN
		RAISE EXCEPTION 'the books of the last seven years are kept' USING ERRCODE = 'insufficient_privilege';
	END IF;
	-- Sealed days alone: their totals and seals stay.
	DELETE FROM ledger_transfers WHERE day_hk < "first_day" AND day_hk <= (SELECT max(day_hk) FROM day_seals);
	DELETE FROM settlement_lines WHERE day_hk < "first_day";
	DELETE FROM work_items WHERE closed_at < "since";
	DELETE FROM payment_audit WHERE "at" < "since";
	-- Only from the start of the chain, so that it has no gap, and never its end, which the next event continues. The
	-- event names the last position that is gone.
	SELECT max(a.position) INTO "last_old" FROM audit_events a
	WHERE a.position < coalesce(
		(SELECT min(y.position) FROM audit_events y WHERE y.at >= "since"), (SELECT max(l.position) FROM audit_events l));
	IF "last_old" IS NOT NULL THEN
		DELETE FROM audit_events a WHERE a.position <= "last_old";
		INSERT INTO audit_events ("at", "who", "action", "subject_kind", "subject_id", "reason")
		VALUES (now(), 'system', 'audit.forget', 'audit-position', "last_old"::text, 'older than seven years');
	END IF;
	-- Orders of which nothing is younger.
	SELECT coalesce(array_agg(id), '{}') INTO "gone" FROM orders o
	WHERE coalesce(closed_at, created_at) < "since" AND created_at < "since" AND state <> 'open'
		AND NOT EXISTS (SELECT FROM ledger_transfers t WHERE t.order_id = o.id)
		AND NOT EXISTS (SELECT FROM receipts r WHERE r.order_id = o.id)
		AND NOT EXISTS (SELECT FROM work_items w LEFT JOIN payment_attempts a ON a.id = w.attempt_id WHERE o.id IN (w.order_id, a.order_id))
		AND NOT EXISTS (SELECT FROM payment_audit p WHERE p.order_id = o.id)
		AND NOT EXISTS (SELECT FROM audit_events e WHERE e.subject_kind = 'order' AND e.subject_id = o.id::text)
		AND NOT EXISTS (SELECT FROM deferrals d WHERE d.order_id = o.id AND d.from_day + d.days > "first_day")
		AND NOT EXISTS (SELECT FROM subscriptions s WHERE s.order_id = o.id AND s.ends_at > "since")
		AND NOT EXISTS (SELECT FROM offline_applications a WHERE a.order_id = o.id AND a.state in (1, 2))
		AND NOT EXISTS (SELECT FROM rentals r WHERE r.order_id = o.id AND r.ends_at > "since")
		AND NOT EXISTS (SELECT FROM replay_purchases r WHERE r.order_id = o.id AND r.ends_at > "since")
		AND NOT EXISTS (SELECT FROM event_tickets t JOIN events e ON e.id = t.event_id WHERE t.order_id = o.id AND greatest(e.ends_at, e.replay_until) > "since")
		AND NOT EXISTS (SELECT FROM campaign_orders c JOIN campaigns k ON k.id = c.campaign_id WHERE c.order_id = o.id AND k.closes_at > "since")
		AND NOT EXISTS (SELECT FROM campaign_returns c WHERE c.order_id = o.id AND (c.state = 'waiting' OR c.ended_at >= "since"))
		AND NOT EXISTS (SELECT FROM refunds r WHERE r.order_id = o.id AND (r.state NOT IN ('confirmed', 'withdrawn') OR r.ended_at >= "since"))
		AND NOT EXISTS (SELECT FROM payment_attempts a WHERE a.order_id = o.id AND (a.created_at >= "since" OR a.next_query_at IS NOT NULL))
		AND NOT EXISTS (
			SELECT FROM payment_facts f JOIN payment_attempts a ON a.id = f.attempt_id
			WHERE a.order_id = o.id AND (f.seen_at >= "since"
				OR EXISTS (SELECT FROM ledger_transfers t WHERE t.fact_id = f.id)
				OR EXISTS (SELECT FROM settlement_lines l WHERE l.fact_id = f.id)));
	DELETE FROM deferrals WHERE order_id = ANY ("gone");
	DELETE FROM offline_applications WHERE order_id = ANY ("gone");
	DELETE FROM subscriptions WHERE order_id = ANY ("gone");
	DELETE FROM rentals WHERE order_id = ANY ("gone");
	DELETE FROM replay_purchases WHERE order_id = ANY ("gone");
	DELETE FROM event_tickets WHERE order_id = ANY ("gone");
	DELETE FROM campaign_details WHERE order_id = ANY ("gone");
	DELETE FROM campaign_lines WHERE order_id = ANY ("gone");
	DELETE FROM campaign_returns WHERE order_id = ANY ("gone");
	DELETE FROM campaign_orders WHERE order_id = ANY ("gone");
	DELETE FROM refunds WHERE order_id = ANY ("gone");
	DELETE FROM payment_facts WHERE attempt_id IN (SELECT id FROM payment_attempts WHERE order_id = ANY ("gone"));
	DELETE FROM payment_attempts WHERE order_id = ANY ("gone");
	DELETE FROM order_lines WHERE order_id = ANY ("gone");
	DELETE FROM orders WHERE id = ANY ("gone");
	DELETE FROM payment_facts f WHERE attempt_id IS NULL AND seen_at < "since"
		AND NOT EXISTS (SELECT FROM ledger_transfers t WHERE t.fact_id = f.id)
		AND NOT EXISTS (SELECT FROM settlement_lines l WHERE l.fact_id = f.id);
	RETURN cardinality("gone");
END $$;
