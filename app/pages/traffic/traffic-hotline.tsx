import { useEffect, useRef } from 'react';
import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { FormField } from '#app/forms/form-field.tsx';
import { breadcrumbs } from '#app/components/seo/json-ld.ts';
import type { PageHandle } from '#app/components/shell/navigation-rules.tsx';
import { seo } from '#app/components/seo/seo.ts';
import { StaticBody } from '#app/components/article/static-body.tsx';
import { VisitorForm, type FormReply } from '#app/forms/visitor-form.tsx';
import fields from '#app/forms/visitor-form.module.css';
import { calls, paths } from '#app/paths.ts';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import { ButtonLink } from '#app/ui/button-link.tsx';
import { SectionHeading } from '#app/ui/section-heading.tsx';
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
  const { title, summary, blocks, isSent, guard } = useLoaderData<typeof loader>();
  const words = <StaticBody blocks={blocks} />;
  return (
    <div className="wrap">
      <TrafficHead part="hotline" title={title} lead={summary} />
      <div className={styles.report}>
        {/* What was sent is answered before anything else is read. */}
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
              <LostPropertyForm guard={guard} />
            </>
          )}
        </section>
        {isSent && words}
      </div>
    </div>
  );
}

/** The form is gone with the focus in it: whoever sent it is taken to the answer. */
function Sent() {
  const answer = useRef<HTMLDivElement>(null);
  useEffect(() => answer.current?.focus(), []);
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

/** What is wrong is said in Chinese and in English: whoever loses something may be a visitor. */
function LostPropertyForm({ guard }: Pick<Parameters<typeof VisitorForm>[0], 'guard'>) {
  const reply = useActionData<FormReply>();
  const { labels, hints } = text;
  return (
    <VisitorForm
      form="lostproperty"
      guard={guard}
      action={paths.trafficHotline()}
      call={calls.lostProperty()}
      sentPath={paths.trafficHotline({ type: 'sent' })}
      reply={reply}
      labels={labels}
      wordsOf={({ code }) => formsText.inBoth(formsText.faults[code], formsText.faultsEn[code])}
    >
      {(state) => {
        const shared = { form: 'lostproperty', state };
        return (
          <>
            <div className={fields.pair}>
              <FormField {...shared} name="name" label={labels.name} autoComplete="name" required />
              <FormField
                {...shared}
                name="phone"
                type="tel"
                label={labels.phone}
                hint={hints.phone}
                autoComplete="tel-national"
                required
              />
            </div>
            <FormField {...shared} name="email" type="email" label={labels.email} autoComplete="email" />
            <FormField {...shared} name="item" label={labels.item} required />
            <FormField {...shared} name="place" label={labels.place} hint={hints.place} required />
            <FormField {...shared} name="time" label={labels.time} hint={hints.time} required />
            <FormField
              {...shared}
              name="description"
              type="multiline"
              rows={4}
              label={labels.description}
              hint={hints.description}
            />
          </>
        );
      }}
    </VisitorForm>
  );
}
