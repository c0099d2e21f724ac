import { useLoaderData, type MetaFunction } from 'react-router';
import { shell } from '#app/text/zh-hk/shell.ts';
import { MessagePage } from './message-page.tsx';
import type { resultLoader as loader } from './message.server.ts';

export { resultLoader as loader } from './message.server.ts';

export const meta: MetaFunction<typeof loader> = ({ loaderData }) => [
  { title: `${loaderData?.title ?? ''}｜${shell.siteName}` },
  { name: 'robots', content: 'noindex' },
];

export default function Result() {
  return <MessagePage {...useLoaderData<typeof loader>()} />;
}
