import { z } from 'zod';
import { link } from './config.payments.schema.ts';

/** Where bytes are stored, and where pushes of encoders are until then. The key has the names that every S3 client reads. */
export const storageSettings = {
  STORAGE: z
    .string()
    .regex(
      /^(disk|s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?)$/,
      'must be disk, or a bucket such as s3://airwave or s3://airwave/station',
    )
    .default('disk')
    .describe(
      'storage of audio, films, pictures and uploads: disk, which is DATA_DIR, or s3://BUCKET/PREFIX, shared by several machines',
    ),
  AWS_ENDPOINT_URL_S3: link.default('').describe('URL of the S3 service; empty: Amazon S3 in AWS_REGION'),
  AWS_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .default('us-east-1')
    .describe('region of the bucket, which signatures contain'),
  AWS_ACCESS_KEY_ID: z.string().max(200).default('').describe('access key of the bucket'),
  AWS_SECRET_ACCESS_KEY: z.string().max(500).default('').describe('secret key of the bucket'),
  ASSET_RELEASES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'builds whose scripts and styles are kept in storage, by which pages of one build go on while processes of another answer; 3 with several machines; 0: only those of the running build are served',
    ),
  NATS_URL: z
    .string()
    .regex(/^((nats|tls):\/\/\S+(,\s*(nats|tls):\/\/\S+)*)?$/, 'must be nats:// or tls:// URLs, separated by commas')
    .default('')
    .describe(
      'servers of NATS JetStream that take the pushes of encoders, such as nats://USER:PASSWORD@10.0.0.1:4222,nats://10.0.0.2:4222; empty: none, pushes are written directly',
    ),
  NATS_STREAM: z
    .string()
    .regex(/^[\w-]{1,60}$/)
    .default('airwave-live')
    .describe('stream of JetStream for pushes, made at the start; each station needs its own'),
  NATS_REPLICAS: z.coerce
    .number()
    .int()
    .min(1)
    .max(5)
    .default(3)
    .describe('servers that store each push; more than half of them must confirm it'),
  NATS_STREAM_BYTES: z.coerce
    .number()
    .int()
    .min(67_108_864)
    .default(10_737_418_240)
    .describe(
      'disk space of that stream on each server, in bytes; the oldest pushes go first, and all after eight hours',
    ),
  MEDIA_PEERS: z
    .string()
    .regex(/^(https?:\/\/[^\s,]+(,\s*https?:\/\/[^\s,]+){0,15})?$/, 'must be at most 16 URLs separated by commas')
    .default('')
    .transform((urls) => urls.split(',').flatMap((url) => url.trim() || []))
    .describe(
      'all media processes, such as http://10.0.0.1:8810,http://10.0.0.2:8810, with which each compares its sound: one that lacks what another has leaves the balancer; empty: not compared',
    ),
};
