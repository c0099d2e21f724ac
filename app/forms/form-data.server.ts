import { data } from 'react-router';

/** What was posted, for pages whose forms are longer than those of members; 415 where a program sends no form at all. */
export async function formData(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw data(null, { status: 415, statusText: 'Unsupported Media Type' });
  }
}
