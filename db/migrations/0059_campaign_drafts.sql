CREATE TABLE "campaign_pages" (
	"id" integer PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaign_terms" (
	"campaign_id" integer NOT NULL,
	"version" smallint NOT NULL,
	"clauses" text[] NOT NULL,
	"published_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "campaign_terms_campaign_id_version_pk" PRIMARY KEY("campaign_id","version"),
	CONSTRAINT "campaign_terms_version" CHECK ("campaign_terms"."version" > 0),
	CONSTRAINT "campaign_terms_clauses" CHECK ("campaign_terms"."published_at" is null or cardinality("campaign_terms"."clauses") > 0)
);
--> statement-breakpoint
ALTER TABLE "campaigns" DROP CONSTRAINT "campaigns_name_form";--> statement-breakpoint
ALTER TABLE "picture_uses" DROP CONSTRAINT "picture_uses_table";--> statement-breakpoint
ALTER TABLE "campaign_items" ADD COLUMN "description" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_items" ADD COLUMN "picture" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_items" ADD COLUMN "picture_alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_items" ADD COLUMN "is_retired" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "is_public" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_pages" ADD CONSTRAINT "campaign_pages_id_campaigns_id_fk" FOREIGN KEY ("id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "campaign_terms" ADD CONSTRAINT "campaign_terms_campaign_id_campaigns_id_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_terms_draft" ON "campaign_terms" USING btree ("campaign_id") WHERE published_at is null;--> statement-breakpoint
ALTER TABLE "campaigns" ADD CONSTRAINT "campaigns_name_form" CHECK ("campaigns"."name" ~ '^[a-z0-9_]{3,40}$' and "campaigns"."name" <> 'reply');--> statement-breakpoint
ALTER TABLE "picture_uses" ADD CONSTRAINT "picture_uses_table" CHECK ("picture_uses"."table_name" in ('articles', 'article_drafts', 'article_columns', 'programs', 'hosts', 'videos', 'events', 'static_pages', 'stroke_fund_years', 'songs', 'campaign_pages', 'campaign_items'));--> statement-breakpoint
-- Every campaign of before is public.
UPDATE "campaigns" SET "is_public" = true;--> statement-breakpoint
CREATE TRIGGER note_picture_uses AFTER INSERT OR UPDATE OR DELETE ON "campaign_pages" FOR EACH ROW EXECUTE FUNCTION note_picture_uses();--> statement-breakpoint
CREATE TRIGGER note_picture_uses AFTER INSERT OR UPDATE OR DELETE ON "campaign_items" FOR EACH ROW EXECUTE FUNCTION note_picture_uses();--> statement-breakpoint
-- What an order relies on, whoever writes. The desk refuses each with a reason first, under locks that orders wait for.
CREATE FUNCTION "keep_ordered_campaign"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	IF OLD.is_public AND NOT NEW.is_public THEN
		RAISE EXCEPTION 'a public campaign stays public' USING ERRCODE = 'check_violation';
	END IF;
	IF EXISTS (SELECT FROM campaign_orders WHERE campaign_id = OLD.id) THEN
		RAISE EXCEPTION 'campaign % has orders, which rely on this', OLD.name USING ERRCODE = 'check_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_ordered_campaign BEFORE UPDATE ON "campaigns" FOR EACH ROW WHEN (
	OLD.name <> NEW.name
	OR OLD.kind <> NEW.kind
	OR OLD.is_public AND NOT NEW.is_public
	OR OLD.target_cents IS DISTINCT FROM NEW.target_cents
	OR OLD.opens_at <> NEW.opens_at
	OR NEW.kind = 'pledge' AND NEW.closes_at > OLD.closes_at
	OR OLD.first_day IS DISTINCT FROM NEW.first_day
	OR OLD.days IS DISTINCT FROM NEW.days
	OR OLD.days_quota_id IS DISTINCT FROM NEW.days_quota_id
	OR coalesce(NEW.max_per_buyer, 2147483647) < coalesce(OLD.max_per_buyer, 2147483647)
) EXECUTE FUNCTION keep_ordered_campaign();--> statement-breakpoint
CREATE FUNCTION "keep_ordered_item"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM campaign_lines WHERE item_id = OLD.id) THEN
		RAISE EXCEPTION 'item % was ordered, which fixes its price', OLD.id USING ERRCODE = 'check_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_ordered_item BEFORE UPDATE ON "campaign_items" FOR EACH ROW WHEN (
	OLD.campaign_id <> NEW.campaign_id
	OR OLD.kind <> NEW.kind
	OR OLD.code <> NEW.code
	OR OLD.cents <> NEW.cents
	OR OLD.quota_id IS DISTINCT FROM NEW.quota_id
	OR OLD.chooses_day <> NEW.chooses_day
	OR OLD.is_sent <> NEW.is_sent
	OR OLD.reach IS DISTINCT FROM NEW.reach
) EXECUTE FUNCTION keep_ordered_item();--> statement-breakpoint
CREATE FUNCTION "refuse_draft_order"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
	IF NOT EXISTS (SELECT FROM campaigns WHERE id = NEW.campaign_id AND is_public) THEN
		RAISE EXCEPTION 'campaign % is a draft', NEW.campaign_id USING ERRCODE = 'check_violation';
	END IF;
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER refuse_draft_order BEFORE INSERT ON "campaign_orders" FOR EACH ROW EXECUTE FUNCTION refuse_draft_order();--> statement-breakpoint
CREATE FUNCTION "keep_published_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'version % of the terms is what buyers accepted', OLD.version USING ERRCODE = 'check_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_published_terms BEFORE UPDATE OR DELETE ON "campaign_terms" FOR EACH ROW WHEN (OLD.published_at IS NOT NULL) EXECUTE FUNCTION keep_published_terms();
