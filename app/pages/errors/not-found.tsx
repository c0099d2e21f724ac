import { data } from 'react-router';
import { errors } from '#app/text/zh-hk/errors.ts';

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return <h1>{errors.notFoundTitle}</h1>;
}
