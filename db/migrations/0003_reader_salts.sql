CREATE TABLE "article_reader_salts" (
	"day_hk" date PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
