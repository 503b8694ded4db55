/** A name as people see it: category names are stored in lower case. */
export function capitalised(name: string): string {
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}
