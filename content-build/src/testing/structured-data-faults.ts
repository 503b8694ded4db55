/** What search engines ask of structured data, by type: required and recommended alike. */
type Node = Record<string, unknown>;

const FIELDS: Record<string, string[]> = {
  ImageObject: [
    ...['name', 'caption', 'description', 'contentUrl', 'thumbnail', 'creator', 'creditText'],
    ...['copyrightNotice', 'license', 'acquireLicensePage', 'width', 'height', 'url'],
  ],
  VideoObject: [
    ...['name', 'description', 'thumbnailUrl', 'uploadDate', 'contentUrl', 'duration', 'url'],
    ...['creator', 'copyrightNotice', 'license'],
  ],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name'],
  Person: ['name'],
  Organization: ['name'],
  WebSite: ['url'],
  SearchAction: ['target', 'query-input'],
  EntryPoint: ['urlTemplate'],
  CollectionPage: ['name', 'url', 'mainEntity', 'isPartOf'],
  ItemList: ['itemListElement', 'numberOfItems'],
  Place: ['name'],
};

const ADDRESSES = new Set([
  ...['url', 'contentUrl', 'thumbnailUrl', 'license', 'acquireLicensePage', 'item', 'sameAs'],
]);
const DATES = new Set(['dateCreated', 'uploadDate', 'datePublished', 'dateModified']);
const ISO_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

function fieldFaults(key: string, value: unknown, addresses: Set<string>): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldFaults(key, one, addresses));
  if (isNode(value)) return nodeFaults(value, addresses);
  if (value === null || value === '') return [`${key} is empty`];
  const text = String(value);
  if (DATES.has(key) && !(ISO_DATE.test(text) && Number.isFinite(Date.parse(text))))
    return [`${key} ${text} is no date`];
  if (key === 'duration' && !/^PT\d+S$/.test(text)) return [`${key} ${text} is no duration`];
  if (!ADDRESSES.has(key)) return [];
  if (!/^https?:\/\//.test(text)) return [`${key} ${text} is not absolute`];
  addresses.add(text);
  return [];
}

function nodeFaults(node: Node, addresses: Set<string>): string[] {
  const type = node['@type'];
  const faults = Object.entries(node).flatMap(([key, value]) => fieldFaults(key, value, addresses));
  if (type === undefined) return '@id' in node ? faults : [...faults, 'a node has no type'];
  const fields = FIELDS[String(type)];
  if (!fields) return [...faults, `nobody knows the type ${type}`];
  // A thumbnail needs no more than where it is and how large.
  const needed = type === 'ImageObject' && !('name' in node) ? ['contentUrl', 'width'] : fields;
  return [
    ...faults,
    ...needed.filter((key) => !(key in node)).map((key) => `${type} lacks ${key}`),
  ];
}

/** Faults of one script element, and the addresses it names, which must exist. */
export function structuredDataFaults(json: string): { faults: string[]; addresses: Set<string> } {
  const addresses = new Set<string>();
  const data: unknown = JSON.parse(json);
  if (!isNode(data) || data['@context'] !== 'https://schema.org' || !Array.isArray(data['@graph']))
    return { faults: ['it is no graph of schema.org'], addresses };
  const faults = data['@graph'].flatMap((node: unknown) =>
    isNode(node) ? nodeFaults(node, addresses) : ['it holds something that is no node'],
  );
  return { faults, addresses };
}
