/** A file of the map, from our own origin or from the base map an administrator set; never an address of the API. */
export async function file(url: string): Promise<Response> {
  const answer = await fetch(url);
  if (!answer.ok) throw new TypeError(`${new URL(url, location.href).pathname}: ${answer.status}`);
  return answer;
}
