ALTER TABLE "traffic_tunnels" ADD COLUMN "is_closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "traffic_tunnels" ADD COLUMN "held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "traffic_tunnels" ADD CONSTRAINT "traffic_tunnels_closed" CHECK (not "traffic_tunnels"."is_closed" or "traffic_tunnels"."held_until" is not null);--> statement-breakpoint
-- By hand: who writes or speaks about the roads may report them.
UPDATE "staff_roles" SET "permissions" = array_append("permissions", 'traffic.report')
WHERE "name" IN ('presenter', 'editor', 'chief-editor', 'producer', 'break-glass') AND NOT 'traffic.report' = ANY("permissions");
