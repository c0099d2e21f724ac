import { data } from 'react-router';

/** Posted form data, for pages whose forms are larger than those of members; 415 if the body is not a form. */
export async function formData(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw data(null, { status: 415, statusText: 'Unsupported Media Type' });
  }
}
