/** What the endpoints of the files answer; their types are set by the web servers. */
export function fileAnswer(text: string, type: string): Response {
  return new Response(text, { headers: { 'Content-Type': type } });
}
