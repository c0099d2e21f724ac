import type { VodSource } from './source.ts';
import type { SourceKind } from './source-kind.ts';

/** A recording in an article: a file the browser plays natively. */
export interface FileSource extends VodSource {
  kind: 'file';
  src: string;
}

export const fileSource = (file: Omit<FileSource, 'kind' | 'timeline' | 'key'>): FileSource => ({
  ...file,
  kind: 'file',
  timeline: 'vod',
  key: file.src,
});

export const fileKind: SourceKind<FileSource> = {
  engine: 'file',
  address: ({ src }) => src,
};
