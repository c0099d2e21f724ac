CREATE TABLE "traffic_tunnels" (
	"name" text PRIMARY KEY NOT NULL,
	"minutes" integer NOT NULL,
	"free_minutes" integer NOT NULL,
	"measured_at" timestamp (3) with time zone NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "traffic_tunnels_minutes" CHECK ("traffic_tunnels"."minutes" between 1 and 600 and "traffic_tunnels"."free_minutes" between 1 and 600)
);
--> statement-breakpoint
DROP VIEW "public"."published_articles";--> statement-breakpoint
ALTER TABLE "mailed_links" DROP CONSTRAINT "mailed_links_welcome";--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "severity" integer;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "member_id" integer;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "mailed_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "mails_member_idx" ON "mails" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_severity" CHECK ("articles"."severity" is null or ("articles"."content_type" = 306 and "articles"."severity" in (1, 2, 3)));--> statement-breakpoint
ALTER TABLE "mailed_links" ADD CONSTRAINT "mailed_links_welcome" CHECK (case when "mailed_links"."purpose" = 'welcome' then "mailed_links"."registration_id" is not null or "mailed_links"."used_at" is not null else "mailed_links"."registration_id" is null end);--> statement-breakpoint
CREATE VIEW "public"."published_articles" AS (select "id", "content_type", "title", "slug", "caption", "preview_content", "blocks", "layout_template", "keyart", "keyart_credit", "column_id", "category_id", "section", "is_road_coop", "severity", "is_hot", "program_id", "channel_bitwise", "byline", "has_audio", "has_video", "state", "publish_at", "withdraw_at", "created_at", "updated_at" from "articles" where "articles"."state" = 'published' and "articles"."publish_at" <= now() and ("articles"."withdraw_at" is null or "articles"."withdraw_at" > now()));