import type { ChannelId } from '#shared/enums.ts';
import { wireImageSchema } from '#shared/media/wire-image.ts';
import { z } from 'zod';

/** A host in a list, as data for pages. */
export interface HostCard {
  id: number;
  name: string;
  nameEng: string;
  slug: string;
  hostType: 'regular' | 'guest';
  channelBitwise: number;
  channelIds: ChannelId[];
  tagline: string;
  /** Name of the portrait in the picture store. */
  picture: string;
  programs: HostProgram[];
}

export interface HostProgram {
  id: number;
  title: string;
  titleChi: string;
  slug: string;
  tagline: string;
  keyart: string;
  channelBitwise: number;
  channelIds: ChannelId[];
}

export interface HostPage extends HostCard {
  bio: string;
}

/** Safety limit, not a page size: all hosts fit in one response. */
export const HOSTS_MAX = 500;

const hostSchema = z
  .object({
    id: z.number().int().describe('ID of the host'),
    programHostType: z.union([z.literal(1), z.literal(8)]).describe('Type of host: 1 regular, 8 guest'),
    name: z.string().describe('Display name'),
    name_eng: z.string().describe('English name; may be empty'),
    channel_bitwise: z.number().int().describe('Bit mask of channels: 881 is 1, 903 is 2, 864 is 4; guests add 8'),
    tagline: z.string().describe('Tagline of one sentence'),
    image_url: wireImageSchema.describe('Portrait'),
    programs: z
      .array(z.object({ program_id: z.number().int(), title: z.string(), title_chi: z.string() }))
      .describe('Active programmes of the host'),
  })
  .describe('A host');
export type HostWire = z.infer<typeof hostSchema>;

export const hostsReplySchema = z.object({ hosts: z.array(hostSchema) });
