import { Suspense } from 'react';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { ContentBlockType } from '#shared/enums.ts';
import type { Choices, DraftBlock, Fault } from './article-types.ts';
import { PictureField } from '../pictures/picture-field.tsx';
import type { ListedPicture } from '../pictures/picture-types.ts';
import { ChoiceField, TextField } from './field.tsx';
import { TextBlock } from './lazy-text-block.tsx';
import styles from './editor.module.css';

const text = wordsText.editor.blocks;

export const BLOCK_WORDS: Record<DraftBlock['type'], string> = {
  [ContentBlockType.TEXT]: text.text,
  [ContentBlockType.IMAGE]: text.image,
  [ContentBlockType.AUDIO]: text.audio,
  [ContentBlockType.VIDEO]: text.video,
  [ContentBlockType.FACEBOOK]: text.facebook,
  [ContentBlockType.YOUTUBE]: text.youtube,
  [ContentBlockType.MEDIA_LIBRARY]: text.gallery,
};

export function emptyBlock(type: DraftBlock['type']): DraftBlock {
  const id = crypto.randomUUID();
  switch (type) {
    case ContentBlockType.TEXT:
      return { id, type, html: '' };
    case ContentBlockType.IMAGE:
      return { id, type, picture: '', alt: '' };
    case ContentBlockType.AUDIO:
      return { id, type, mediaFileId: 0, title: '', durationMs: 0 };
    case ContentBlockType.VIDEO:
      return { id, type, mediaFileId: 0, title: '', durationMs: 0, poster: '' };
    case ContentBlockType.FACEBOOK:
      return { id, type, url: '', title: '' };
    case ContentBlockType.YOUTUBE:
      return { id, type, videoId: '', title: '' };
    case ContentBlockType.MEDIA_LIBRARY:
      return { id, type, title: '', items: [{ picture: '', alt: '' }] };
  }
}

/** A changed block with the same identity. */
const changedBlock = <Block extends DraftBlock>(block: Block, change: Partial<Block>): Block => ({
  ...block,
  ...change,
});

/** The id in a YouTube URL, or the input as it is. */
const videoIdOf = (given: string): string =>
  /^https?:\/\/(?:www\.|m\.)?(?:youtube\.com\/(?:watch\?(?:.*&)?v=|shorts\/|live\/)|youtu\.be\/)([\w-]{11})/.exec(
    given.trim(),
  )?.[1] ?? given.trim();

/** The alternative text of a picture chosen in the library, unless there is one already. */
const described = ({ alt }: { alt: string }, chosen: ListedPicture | undefined) =>
  chosen && alt === '' ? { alt: chosen.alt } : {};
const credited = ({ credit = '' }: { credit?: string }, chosen: ListedPicture | undefined) =>
  chosen && credit === '' ? { credit: chosen.source.slice(0, 100) } : {};

interface Props {
  block: DraftBlock;
  label: string;
  faults: readonly Fault[];
  choices: Choices;
  onChange: (block: DraftBlock) => void;
  onSave: () => void;
}

/** The fields of one block. */
export function BlockForm({ block, label, faults, choices, onChange, onSave }: Props) {
  const of = (part: string) => faults.filter((fault) => fault.part === part);
  switch (block.type) {
    case ContentBlockType.TEXT:
      return (
        <Suspense fallback={<p role="status">{wordsText.editor.tools.loading}</p>}>
          <TextBlock
            label={label}
            html={block.html}
            onChange={(html) => onChange(changedBlock(block, { html }))}
            onSave={onSave}
          />
        </Suspense>
      );
    case ContentBlockType.IMAGE:
      return (
        <>
          <PictureField
            label={text.picture}
            hint={text.pictureHint}
            faults={of('picture')}
            crop="16x9"
            value={block.picture}
            onChange={(picture, chosen) =>
              onChange(changedBlock(block, { picture, ...described(block, chosen), ...credited(block, chosen) }))
            }
          />
          <TextField
            label={text.alt}
            hint={text.altHint}
            faults={of('alt')}
            value={block.alt}
            onChange={(alt) => onChange(changedBlock(block, { alt }))}
          />
          <TextField
            label={text.caption}
            faults={of('caption')}
            value={block.caption ?? ''}
            onChange={(caption) => onChange(changedBlock(block, { caption }))}
          />
          <TextField
            label={text.credit}
            faults={of('credit')}
            value={block.credit ?? ''}
            onChange={(credit) => onChange(changedBlock(block, { credit }))}
          />
        </>
      );
    case ContentBlockType.AUDIO:
    case ContentBlockType.VIDEO: {
      const kind = block.type === ContentBlockType.AUDIO ? 1 : 2;
      const recordings = choices.recordings.filter((recording) => recording.kind === kind);
      const choose = (id: number | null) => {
        const recording = recordings.find((one) => one.id === id);
        onChange(
          changedBlock(block, {
            mediaFileId: id ?? 0,
            durationMs: recording?.duration_ms ?? 0,
            title: block.title || (recording?.name ?? ''),
          }),
        );
      };
      return (
        <>
          <ChoiceField
            label={text.recording}
            none={text.choose}
            faults={of('mediaFileId')}
            value={block.mediaFileId || null}
            choices={recordings.map(({ id, name }) => [id, name] as const)}
            onChange={choose}
          />
          <TextField
            label={text.name}
            faults={of('title')}
            value={block.title}
            onChange={(title) => onChange(changedBlock(block, { title }))}
          />
          {block.type === ContentBlockType.VIDEO && (
            <PictureField
              label={text.poster}
              hint={text.pictureHint}
              faults={of('poster')}
              crop="16x9"
              value={block.poster}
              onChange={(poster) => onChange(changedBlock(block, { poster }))}
            />
          )}
        </>
      );
    }
    case ContentBlockType.FACEBOOK:
      return (
        <>
          <TextField
            label={text.url}
            faults={of('url')}
            value={block.url}
            onChange={(url) => onChange(changedBlock(block, { url: url.trim() }))}
          />
          <TextField
            label={text.name}
            faults={of('title')}
            value={block.title}
            onChange={(title) => onChange(changedBlock(block, { title }))}
          />
        </>
      );
    case ContentBlockType.YOUTUBE:
      return (
        <>
          <TextField
            label={text.videoId}
            faults={of('videoId')}
            value={block.videoId}
            onChange={(given) => onChange(changedBlock(block, { videoId: videoIdOf(given) }))}
          />
          <TextField
            label={text.name}
            faults={of('title')}
            value={block.title}
            onChange={(title) => onChange(changedBlock(block, { title }))}
          />
        </>
      );
    case ContentBlockType.MEDIA_LIBRARY: {
      const change = (index: number, value: Partial<(typeof block.items)[number]>) =>
        onChange(
          changedBlock(block, { items: block.items.map((item, i) => (i === index ? { ...item, ...value } : item)) }),
        );
      return (
        <>
          <TextField
            label={text.name}
            faults={of('title')}
            value={block.title}
            onChange={(title) => onChange(changedBlock(block, { title }))}
          />
          {block.items.map((item, i) => (
            <fieldset key={i} className={styles.item}>
              <PictureField
                label={text.picture}
                hint={text.pictureHint}
                value={item.picture}
                faults={item.picture === '' ? of('picture') : []}
                crop="16x9"
                onChange={(picture, chosen) => change(i, { picture, ...described(item, chosen) })}
              />
              <TextField
                label={text.alt}
                value={item.alt}
                faults={item.alt === '' ? of('alt') : []}
                onChange={(alt) => change(i, { alt })}
              />
              <TextField
                label={text.caption}
                value={item.caption ?? ''}
                onChange={(caption) => change(i, { caption })}
              />
              <Button
                size="small"
                tone="outline"
                onClick={() => onChange(changedBlock(block, { items: block.items.toSpliced(i, 1) }))}
              >
                {text.removePicture(i + 1)}
              </Button>
            </fieldset>
          ))}
          <Button
            size="small"
            tone="outline"
            onClick={() => onChange(changedBlock(block, { items: [...block.items, { picture: '', alt: '' }] }))}
          >
            {text.addPicture}
          </Button>
        </>
      );
    }
  }
}
