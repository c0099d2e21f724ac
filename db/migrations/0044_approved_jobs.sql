ALTER TABLE "staff_jobs" DROP CONSTRAINT "staff_jobs_two_persons";--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD COLUMN "approval_id" integer;--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD CONSTRAINT "staff_jobs_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_jobs" ADD CONSTRAINT "staff_jobs_two_persons" CHECK ("staff_jobs"."decided_by" <> "staff_jobs"."account_id" and ("staff_jobs"."row_count" <= 50 or "staff_jobs"."state" in ('asked', 'refused') or "staff_jobs"."decided_by" is not null or "staff_jobs"."approval_id" is not null));--> statement-breakpoint
-- By hand: who sends rewards sees where they go. A role that staff removed since is not created again.
UPDATE "staff_roles" SET "permissions" = array_append("permissions", 'campaigns.see-addresses')
WHERE "name" IN ('sales', 'support', 'break-glass') AND NOT 'campaigns.see-addresses' = ANY("permissions");
