import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, Plugin } from 'prosemirror-state';
import { textSchema } from './text-schema.ts';

const { nodes, marks } = textSchema;

const insertBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};
const liftOut: Command = (state, dispatch) => liftListItem(nodes.list_item)(state, dispatch);

/** Commands of the toolbar and of keys. */
export const commands = {
  bold: toggleMark(marks.strong),
  italic: toggleMark(marks.em),
  underline: toggleMark(marks.u),
  h2: setBlockType(nodes.heading, { level: 2 }),
  paragraph: setBlockType(nodes.paragraph),
  quote: wrapIn(nodes.blockquote),
  bullets: wrapInList(nodes.bullet_list),
  numbers: wrapInList(nodes.ordered_list),
  undo,
  redo,
} satisfies Record<string, Command>;

/** Tab is left to the browser, so that the keyboard gets out of the text. */
export function textPlugins(onSave: () => void): Plugin[] {
  const save: Command = () => {
    onSave();
    return true;
  };
  return [
    inputRules({
      rules: [
        wrappingInputRule(/^\s*([-*])\s$/, nodes.bullet_list),
        wrappingInputRule(/^1\.\s$/, nodes.ordered_list),
        wrappingInputRule(/^>\s$/, nodes.blockquote),
        textblockTypeInputRule(/^##\s$/, nodes.heading, { level: 2 }),
      ],
    }),
    keymap({
      'Mod-b': commands.bold,
      'Mod-i': commands.italic,
      'Mod-u': commands.underline,
      'Mod-s': save,
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-Alt-0': commands.paragraph,
      'Mod-Alt-2': commands.h2,
      'Mod-Alt-3': setBlockType(nodes.heading, { level: 3 }),
      'Mod-Shift-7': commands.numbers,
      'Mod-Shift-8': commands.bullets,
      'Mod-]': sinkListItem(nodes.list_item),
      'Mod-[': liftOut,
      'Shift-Enter': chainCommands(exitCode, insertBreak),
      Enter: splitListItem(nodes.list_item),
    }),
    keymap(baseKeymap),
    history(),
  ];
}
