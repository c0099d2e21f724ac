import { useState } from 'react';
import { wordsText } from '#app/text/zh-hk/desk-words.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { Choices, DraftBlock, Fault } from './article-types.ts';
import { BLOCK_WORDS, BlockForm, emptyBlock } from './block-form.tsx';
import styles from './editor.module.css';

const text = wordsText.editor.blocks;
const TYPES = Object.keys(BLOCK_WORDS).map(Number) as DraftBlock['type'][];

interface Props {
  blocks: readonly DraftBlock[];
  faults: readonly Fault[];
  choices: Choices;
  /** Kinds that may be added; default: all. */
  types?: readonly DraftBlock['type'][];
  onChange: (blocks: DraftBlock[]) => void;
  onSave: () => void;
}

/** The blocks of an article, in order. */
export function BlockList({ blocks, faults, choices, types = TYPES, onChange, onSave }: Props) {
  const [type, setType] = useState<DraftBlock['type']>(1);
  const change = (block: DraftBlock) => onChange(blocks.map((one) => (one.id === block.id ? block : one)));
  const move = (index: number, by: number) => {
    const moved = [...blocks];
    const [block] = moved.splice(index, 1);
    moved.splice(index + by, 0, block!);
    onChange(moved);
  };
  return (
    <>
      <ol className={styles.blocks}>
        {blocks.map((block, i) => {
          const words = BLOCK_WORDS[block.type];
          const mine = faults.filter((fault) => fault.block === i);
          return (
            <li key={block.id} className={styles.block} data-faulty={mine.length > 0 || undefined}>
              <div className={styles.blockHead}>
                <b>{words}</b>
                <button type="button" disabled={i === 0} aria-label={text.up(words)} onClick={() => move(i, -1)}>
                  <Icon name="arrow-up" />
                </button>
                <button
                  type="button"
                  disabled={i === blocks.length - 1}
                  aria-label={text.down(words)}
                  onClick={() => move(i, 1)}
                >
                  <Icon name="arrow-down" />
                </button>
                <button type="button" aria-label={text.remove(words)} onClick={() => onChange(blocks.toSpliced(i, 1))}>
                  <Icon name="x" />
                </button>
              </div>
              <BlockForm
                block={block}
                label={text.nth(words, i + 1)}
                faults={mine}
                choices={choices}
                onChange={change}
                onSave={onSave}
              />
            </li>
          );
        })}
      </ol>
      <div className={styles.add}>
        <select
          aria-label={text.add}
          value={type}
          onChange={({ target }) => setType(Number(target.value) as DraftBlock['type'])}
        >
          {types.map((one) => (
            <option key={one} value={one}>
              {BLOCK_WORDS[one]}
            </option>
          ))}
        </select>
        <Button tone="outline" size="small" onClick={() => onChange([...blocks, emptyBlock(type)])}>
          {text.add}
        </Button>
      </div>
    </>
  );
}
