import { useActionData, useLoaderData, type MetaFunction } from 'react-router';
import { FormNotice } from '#app/components/notice/form-notice.tsx';
import { FormField } from '#app/forms/form-field.tsx';
import page from '#app/styles/page.module.css';
import { seo } from '#app/components/seo/seo.ts';
import { Form } from '#app/forms/form.tsx';
import type { FormReply } from '#app/forms/form.types.ts';
import fields from '#app/forms/form.module.css';
import { paths } from '#app/paths.ts';
import { formsText, stationFaultWords, stationProblemWords } from '#app/text/zh-hk/forms.ts';
import { infoText } from '#app/text/zh-hk/info.ts';
import { trafficText } from '#app/text/zh-hk/traffic.ts';
import { CONTACT_FORMS, CONTACT_TOPICS } from '#domain/contact/contact.rules.ts';
import { ONCE_FIELD } from '#domain/forms/bot-check.rules.ts';
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
  const { guard, key, notice } = useLoaderData<typeof loader>();
  const reply = useActionData<FormReply>();
  const { labels, hints } = text;
  return (
    <div className={`wrap ${page.side} ${styles.page}`}>
      <div>
        <div className={page.head}>
          <h1>{text.title}</h1>
          <p className={styles.summary}>{text.lead}</p>
        </div>
        <FormNotice notice={notice} />
        {notice.off === null && (
          <Form
            id="contact"
            anchor="form"
            look="wide"
            rules={CONTACT_FORMS.contact}
            reply={reply}
            labels={labels}
            submit={formsText.send}
            sending={formsText.sending}
            faultText={stationFaultWords}
            problemWords={({ problem }) => problem && stationProblemWords(problem)}
            guard={guard}
            encType="multipart/form-data"
          >
            {(state) => (
              <>
                <input type="hidden" name={ONCE_FIELD} value={key} readOnly />
                <FormField state={state} name="topic" label={labels.topic}>
                  {CONTACT_TOPICS.map((topic) => (
                    <option key={topic} value={topic}>
                      {text.topics[topic]}
                    </option>
                  ))}
                </FormField>
                <div className={fields.pair}>
                  <FormField state={state} name="name" label={labels.name} />
                  <FormField state={state} name="email" label={labels.email} />
                </div>
                <FormField state={state} name="phone" label={labels.phone} hint={hints.phone} />
                <FormField state={state} name="message" rows={8} label={labels.message} hint={hints.message} />
                <FormField state={state} name="picture" label={labels.picture} hint={hints.picture} />
              </>
            )}
          </Form>
        )}
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
