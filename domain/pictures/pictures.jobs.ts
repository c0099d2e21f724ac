import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { PICTURE_FILE_REMOVAL, removePictureFile, type PictureServices } from './pictures.ts';

const payload = z.object({ fileSha256: z.string() });

export const pictureTasks = (services: Pick<PictureServices, 'db' | 'files'>): Record<string, Task> => ({
  [PICTURE_FILE_REMOVAL]: async (given) => removePictureFile(services, payload.parse(given).fileSha256),
});
