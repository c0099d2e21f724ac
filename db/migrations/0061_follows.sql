CREATE TABLE "follows" (
	"member_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_member_id_kind_subject_pk" PRIMARY KEY("member_id","kind","subject"),
	CONSTRAINT "follows_kind" CHECK ("follows"."kind" in ('program', 'host', 'singer', 'song', 'district', 'tunnel', 'event')),
	CONSTRAINT "follows_subject" CHECK (length("follows"."subject") between 1 and 120)
);
--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follows_subject_idx" ON "follows" USING btree ("kind","subject","member_id");