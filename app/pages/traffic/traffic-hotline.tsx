import { AdSlot } from '#app/ads/ad-slot.tsx';
import { useLayoutEffect, useRef } from 'react';
import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { FormNotice } from '#app/components/notice/form-notice.tsx';
import { FormField } from '#app/forms/form-field.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { StaticBody } from '#app/components/article/static-body.tsx';
import { Form } from '#app/forms/form.tsx';
import type { FormReply, BotCheckGuard } from '#app/forms/form.types.ts';
import fields from '#app/forms/form.module.css';
import page from '#app/styles/page.module.css';
import { paths } from '#app/paths.ts';
import { faultWordsInBoth, formsText, stationProblemWords } from '#app/text/zh-hk/forms.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
import { CONTACT_FORMS } from '#domain/contact/contact.rules.ts';
import { ONCE_FIELD } from '#domain/forms/bot-check.rules.ts';
import type { loader } from './traffic-hotline.server.ts';
import { TrafficHead } from './traffic-nav.tsx';
import styles from './traffic.module.css';

export { action, loader } from './traffic-hotline.server.ts';

export const handle: PageHandle = { navKey: 'traffic', adGroup: 'roadCoopLostAndFound' };

const text = formsText.lost;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.trafficHotline(),
        title: loaderData.isSent ? text.sent : loaderData.title,
        description: loaderData.summary || trafficText.hotlineDescription,
        robots: loaderData.isSent ? 'noindex' : 'index',
        jsonLd: [
          breadcrumbs(loaderData.siteUrl, [
            { name: trafficText.title, path: paths.trafficMain() },
            { name: loaderData.title, path: paths.trafficHotline() },
          ]),
        ],
      });

export default function TrafficHotline() {
  const { title, summary, blocks, isSent, guard, notice, key } = useLoaderData<typeof loader>();
  const words = <StaticBody blocks={blocks} />;
  return (
    <div className="wrap">
      <TrafficHead part="hotline" title={title} lead={summary} />
      <div className={styles.report}>
        {/* The confirmation comes before everything else. */}
        {!isSent && words}
        <section aria-labelledby="lost-property">
          <SectionHeading id="lost-property">
            {text.title} <span lang="en">{text.titleEn}</span>
          </SectionHeading>
          {isSent ? (
            <Sent />
          ) : (
            <>
              <p>{text.lead}</p>
              <p lang="en" className={styles.leadEn}>
                {text.leadEn}
              </p>
              <FormNotice notice={notice} />
              {notice.off === null && <LostPropertyForm guard={guard} onceKey={key} />}
            </>
          )}
        </section>
        {isSent && words}
      </div>
      <div className={page.section} data-ad-room>
        <AdSlot type="leaderboard" />
      </div>
    </div>
  );
}

/** The form disappears with its focus, which moves to the confirmation. */
function Sent() {
  const answer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => answer.current?.focus(), []);
  return (
    <div ref={answer} role="status" tabIndex={-1} className={styles.sent}>
      <p>{text.sent}</p>
      <p lang="en">{text.sentEn}</p>
      <ButtonLink tone="outline" href={paths.trafficHotline()}>
        {text.again}
      </ButtonLink>
    </div>
  );
}

/** Errors are shown in Chinese and in English: a visitor to the city may have lost something. */
function LostPropertyForm({ guard, onceKey }: { guard: BotCheckGuard; onceKey: string }) {
  const reply = useActionData<FormReply>();
  const { labels, hints } = text;
  return (
    <Form
      id="lostproperty"
      anchor="form"
      look="wide"
      rules={CONTACT_FORMS.lostproperty}
      reply={reply}
      labels={labels}
      submit={formsText.send}
      sending={formsText.sending}
      faultText={faultWordsInBoth}
      problemWords={({ problem }) => problem && stationProblemWords(problem)}
      guard={guard}
      tooQuick={
        <>
          <p className={fields.hint}>{formsText.tooQuick}</p>
          <p className={fields.hint} lang="en">
            {formsText.tooQuickEn}
          </p>
        </>
      }
      encType="multipart/form-data"
    >
      {(state) => (
        <>
          <input type="hidden" name={ONCE_FIELD} value={onceKey} readOnly />
          <div className={fields.pair}>
            <FormField state={state} name="name" label={labels.name} />
            <FormField state={state} name="phone" label={labels.phone} hint={hints.phone} />
          </div>
          <FormField state={state} name="email" label={labels.email} />
          <FormField state={state} name="item" label={labels.item} />
          <FormField state={state} name="place" label={labels.place} hint={hints.place} />
          <FormField state={state} name="time" label={labels.time} hint={hints.time} />
          <FormField state={state} name="description" rows={4} label={labels.description} hint={hints.description} />
        </>
      )}
    </Form>
  );
}
