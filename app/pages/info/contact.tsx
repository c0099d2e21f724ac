import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { FormField } from '#app/forms/form-field.tsx';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { VisitorForm, type FormReply } from '#app/forms/visitor-form.tsx';
import fields from '#app/forms/visitor-form.module.css';
import { calls, paths } from '#app/paths.ts';
import { formsText } from '#app/text/zh-hk/forms.ts';
import { infoText } from '#app/text/zh-hk/info.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import { CONTACT_TOPICS } from '#domain/contact/contact.schema.ts';
import type { loader } from './contact.server.ts';
import styles from './info.module.css';

export { action, loader } from './contact.server.ts';

const text = formsText.contact;

export const meta: MetaFunction<typeof loader> = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : seo({
        siteUrl: loaderData.siteUrl,
        path: paths.contactUs(),
        title: text.title,
        description: text.description,
      });

export default function Contact() {
  const { guard } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const { labels, hints } = text;
  return (
    <div className={`wrap ${page.side} ${styles.page}`}>
      <div>
        <div className={page.head}>
          <h1>{text.title}</h1>
          <p className={styles.summary}>{text.lead}</p>
        </div>
        <VisitorForm
          form="contact"
          guard={guard}
          action={paths.contactUs()}
          call={calls.contactUs()}
          sentPath={paths.contactUsResult({ type: 'sent' })}
          reply={reply}
          labels={labels}
          wordsOf={({ code }) => formsText.faults[code]}
        >
          {(state) => {
            const shared = { form: 'contact', state };
            return (
              <>
                <FormField {...shared} name="topic" type="choice" label={labels.topic} required>
                  {CONTACT_TOPICS.map((topic) => (
                    <option key={topic} value={topic}>
                      {text.topics[topic]}
                    </option>
                  ))}
                </FormField>
                <div className={fields.pair}>
                  <FormField {...shared} name="name" label={labels.name} autoComplete="name" required />
                  <FormField {...shared} name="email" type="email" label={labels.email} autoComplete="email" required />
                </div>
                <FormField
                  {...shared}
                  name="phone"
                  type="tel"
                  label={labels.phone}
                  hint={hints.phone}
                  autoComplete="tel-national"
                />
                <FormField
                  {...shared}
                  name="message"
                  type="multiline"
                  rows={8}
                  label={labels.message}
                  hint={hints.message}
                  required
                />
                <FormField {...shared} name="picture" type="picture" label={labels.picture} hint={hints.picture} />
              </>
            );
          }}
        </VisitorForm>
      </div>
      <aside className={styles.aside}>
        <nav aria-labelledby="other-ways">
          <h2 id="other-ways">{text.otherWays}</h2>
          <ul>
            <li>
              <a href={trafficText.hotlineTel}>
                {text.callHotline} {trafficText.hotlineNumber}
              </a>
            </li>
            <li>
              <a href={paths.trafficHotline()}>{text.lostProperty}</a>
            </li>
            <li>
              <a href={paths.monolingual('faq')}>{text.faq}</a>
            </li>
            <li>
              <a href={paths.adService()}>{infoText.adService}</a>
            </li>
            <li>
              <a href={paths.recruitment()}>{infoText.recruitment.title}</a>
            </li>
          </ul>
        </nav>
      </aside>
    </div>
  );
}
