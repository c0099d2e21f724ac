import { useState } from 'react';
import { Link, useLoaderData, useOutletContext, type LoaderFunctionArgs } from 'react-router';
import { channelText } from '#app/text/zh-hk/channels.ts';
import { lettersText as text } from '#app/text/zh-hk/desk-letters.ts';
import { actionText } from '#app/text/zh-hk/desk-names.ts';
import { Button } from '#app/ui/button.tsx';
import { MAX_NOTE_CHARS, OUTCOMES, type Outcome } from '#domain/contact/contact.rules.ts';
import { CHANNEL_IDS } from '#shared/enums.ts';
import { dateTimeHk } from '#shared/hk-time.ts';
import { DirectButton } from '../actions/direct-button.tsx';
import { call } from '../call.ts';
import { deskPaths } from '../desk-paths.ts';
import { Panel, RoomHead } from '../frame/panel.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import money from '../money/money.module.css';
import type { Session } from '../session.ts';
import { AnswerForm } from './answer-form.tsx';
import type { Letter } from './letter.types.ts';
import styles from './letters.module.css';
import { Sender } from './sender.tsx';

export const loadLetter = ({ params, request }: LoaderFunctionArgs): Promise<Letter> =>
  call<Letter>(`/api/staff/letters/${Number(params['letterId'])}`, undefined, request.signal);

const momentOf = (seconds: number) => dateTimeHk(new Date(seconds * 1000)).slice(0, 16);

function deliveryText({ mailed_ts: mailedTs, unsent }: Letter['answers'][number]): string {
  if (unsent !== null) return text.unsent[unsent];
  return mailedTs === null ? '' : text.mailed(momentOf(mailedTs));
}

/** Loaded on request, because a stranger chose it. */
function Picture({ id }: { id: number }) {
  const [state, setState] = useState<'closed' | 'open' | 'failed'>('closed');
  return (
    <div className={money.words}>
      {state === 'open' && (
        <img
          className={styles.picture}
          src={`/api/staff/letters/${id}/picture`}
          alt={text.pictureOf(id)}
          onError={() => setState('failed')}
        />
      )}
      {state === 'failed' && <p role="alert">{text.pictureFailed}</p>}
      <Button size="small" tone="outline" onClick={() => setState(state === 'open' ? 'closed' : 'open')}>
        {state === 'open' ? text.hide : text.seePicture}
      </Button>
    </div>
  );
}

function Owner({ letter: { letter_id: id, owner_id: ownerId, may_own: people } }: { letter: Letter }) {
  const { account_id: me } = useOutletContext<Session>();
  const [chosen, setChosen] = useState(String(ownerId ?? ''));
  return (
    <div className={money.panelForm}>
      <label>
        {text.assign}
        <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">{text.nobody}</option>
          {people.map(({ account_id: one, name }) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <DirectButton
        action="letters.assign"
        input={{ letter_id: id, account_id: chosen === '' ? null : Number(chosen) }}
        words={text.save}
        tone="outline"
        disabled={chosen === String(ownerId ?? '')}
      />
      {ownerId !== me && (
        <DirectButton action="letters.assign" input={{ letter_id: id, account_id: me }} words={text.take} />
      )}
    </div>
  );
}

function studioState({ studio }: Letter): string | null {
  if (studio === null) return null;
  const { name } = channelText[studio.channel];
  return studio.read_out_ts === null ? text.inStudio(name) : text.readOut(name, momentOf(studio.read_out_ts));
}

/** Lets the letter through to the screens of a studio. */
function Studio({ letter: { letter_id: id, studio } }: { letter: Letter }) {
  const [channel, setChannel] = useState(studio?.channel ?? CHANNEL_IDS[0]);
  return (
    <div className={money.panelForm}>
      <label>
        {text.studioChannel}
        <select
          value={channel}
          onChange={(event) => setChannel(CHANNEL_IDS.find((one) => String(one) === event.target.value) ?? channel)}
        >
          {CHANNEL_IDS.map((one) => (
            <option key={one} value={one}>
              {channelText[one].name}
            </option>
          ))}
        </select>
      </label>
      <DirectButton
        action="letters.let-through"
        input={{ letter_id: id, channel }}
        words={text.studio}
        tone="outline"
        disabled={channel === studio?.channel}
      />
      {studio !== null && (
        <DirectButton action="letters.keep-back" input={{ letter_id: id }} words={text.keepBack} tone="outline" />
      )}
      <p className={money.small}>{text.studioNote}</p>
    </div>
  );
}

function Closing({ letter: { letter_id: id, version } }: { letter: Letter }) {
  const [outcome, setOutcome] = useState<Outcome>('passed-on');
  const [note, setNote] = useState('');
  return (
    <div className={money.panelForm}>
      <label>
        {text.outcome}
        <select value={outcome} onChange={(event) => setOutcome(event.target.value as Outcome)}>
          {OUTCOMES.map((one) => (
            <option key={one} value={one}>
              {text.outcomes[one]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.closeNote}
        <input value={note} maxLength={MAX_NOTE_CHARS} onChange={(event) => setNote(event.target.value)} />
      </label>
      <DirectButton
        action="letters.close"
        input={{ letter_id: id, version, outcome, note }}
        words={text.close}
        tone="outline"
      />
    </div>
  );
}

/** A letter, its answers, and its outcome. */
export function LetterPage() {
  const letter = useLoaderData<Letter>();
  const { letter_id: id, closed_ts: closedTs, outcome } = letter;
  const title = text.letter(id);
  usePageTitle(title);
  return (
    <>
      <RoomHead title={title} note={momentOf(letter.created_ts)}>
        <p>
          <Link to={deskPaths.letters()}>{text.back}</Link>
        </p>
      </RoomHead>
      <Panel
        title={letter.topic ? text.topics[letter.topic] : text.forms[letter.form]}
        aside={
          <span className={money.state} data-tone={outcome ? undefined : 'wait'}>
            {outcome ? text.outcomes[outcome] : text.states.open}
          </span>
        }
      >
        <Sender key={id} letter={letter} />
        <dl className={styles.words}>
          {letter.fields.map(({ name, text: words }) => (
            <div key={name}>
              <dt>{text.fields[name]}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        {letter.has_picture && <Picture key={id} id={id} />}
      </Panel>
      <Panel title={text.answers}>
        {letter.answers.length === 0 && <p className={money.empty}>{text.noAnswers}</p>}
        {letter.answers.map((answer) => (
          <article key={answer.answer_id} className={styles.sent}>
            <p className={money.small}>
              {answer.by}　{deliveryText(answer)}
            </p>
            <p className={styles.said}>{answer.text}</p>
          </article>
        ))}
        {letter.email !== null && <AnswerForm key={id} letter={letter} />}
        {letter.email === null && closedTs === null && <p className={money.words}>{text.noAddress}</p>}
      </Panel>
      <Panel title={text.owner} aside={<span>{letter.owner ?? text.nobody}</span>}>
        <Owner key={`${id}:${letter.owner_id}`} letter={letter} />
      </Panel>
      <Panel title={text.close}>
        {closedTs === null ? (
          <Closing key={id} letter={letter} />
        ) : (
          <div className={money.words}>
            <p>{text.closedBy(letter.closed_by ?? '', momentOf(closedTs))}</p>
            {letter.note && <p className={styles.said}>{letter.note}</p>}
            <DirectButton
              action="letters.reopen"
              input={{ letter_id: id, version: letter.version }}
              words={text.reopen}
              tone="outline"
            />
          </div>
        )}
      </Panel>
      {letter.is_for_air && (
        <Panel title={text.studio} aside={<span>{studioState(letter)}</span>}>
          <Studio key={`${id}:${letter.studio?.channel}`} letter={letter} />
        </Panel>
      )}
      {letter.history.length > 0 && (
        <Panel title={text.history}>
          <ul className={money.list}>
            {letter.history.map(({ at_ts: at, by, action }, row) => (
              <li key={row}>
                <span>{actionText(action)}</span>
                <span className={money.small}>
                  {by}　{momentOf(at)}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
