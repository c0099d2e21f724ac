CREATE TABLE "film_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"who" text NOT NULL,
	"file_name" text NOT NULL,
	"file_modified_at" timestamp (3) with time zone NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"bytes" bigint NOT NULL,
	"received_bytes" bigint DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'receiving' NOT NULL,
	"reason" text,
	"job_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"active_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "film_uploads_state" CHECK ("film_uploads"."state" in ('receiving', 'received', 'added', 'refused')),
	CONSTRAINT "film_uploads_bytes" CHECK ("film_uploads"."bytes" > 0 and "film_uploads"."received_bytes" between 0 and "film_uploads"."bytes"),
	CONSTRAINT "film_uploads_received" CHECK (("film_uploads"."state" = 'receiving') = ("film_uploads"."received_bytes" < "film_uploads"."bytes")),
	CONSTRAINT "film_uploads_reason" CHECK (("film_uploads"."state" = 'refused') = ("film_uploads"."reason" is not null))
);
--> statement-breakpoint
ALTER TABLE "film_uploads" ADD CONSTRAINT "film_uploads_account_id_staff_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."staff_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "film_uploads" ADD CONSTRAINT "film_uploads_job_id_film_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."film_jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "film_uploads_account_idx" ON "film_uploads" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE INDEX "film_uploads_active_idx" ON "film_uploads" USING btree ("active_at");