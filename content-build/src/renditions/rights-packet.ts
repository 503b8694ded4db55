/** The XMP packet of every still: creator, notice, terms. Its length is fixed, so that it can be replaced in place. */
import { LADDER_GENERATION } from '@veldlicht/contract/ladder';
import { type FileRights, fileRightsOf, fitXml, ownRightsOf } from '@veldlicht/contract/rights';
import { xmlText } from '@veldlicht/contract/xml';
import { mayShowOf } from '@veldlicht/database/keep-addresses';
import type { Store } from '@veldlicht/database/open';
import { shownRights } from '@veldlicht/database/public/shown-words';
import { toSiteFacts } from '@veldlicht/database/public/site-facts';
import { media, settings } from '@veldlicht/database/schema';
import { sha256 } from '@veldlicht/database/sha256';
import { sql } from 'drizzle-orm';
import type { FileRow } from './job-deps.ts';

export const PACKET_BYTES = 1300;
/** First bytes of every packet; no other XMP has this `x:xmptk`. */
export const PACKET_START = '<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Veldlicht">';

const VOCABULARY = 'http://ns.useplus.org/ldf/vocab';

function packetText(rights: FileRights, terms: string): string {
  const { creator, notice, licenceUrl, licensor, isReserved } = rights;
  const mining = isReserved ? 'DMI-PROHIBITED-EXCEPTSEARCHENGINEINDEXING' : 'DMI-UNSPECIFIED';
  const address = (name: string, url: string) => url && ` ${name}="${xmlText(url)}"`;
  const words = (text: string) =>
    `<rdf:Alt><rdf:li xml:lang="x-default">${xmlText(text)}</rdf:li></rdf:Alt>`;
  return [
    PACKET_START,
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"',
    ' xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/" xmlns:plus="http://ns.useplus.org/ldf/xmp/1.0/"',
    ` photoshop:Credit="${xmlText(creator)}"${address('xmpRights:WebStatement', licenceUrl)}`,
    ` plus:DataMining="${VOCABULARY}/${mining}">`,
    `<dc:creator><rdf:Seq><rdf:li>${xmlText(creator)}</rdf:li></rdf:Seq></dc:creator>`,
    `<dc:rights>${words(notice)}</dc:rights><xmpRights:UsageTerms>${words(terms)}</xmpRights:UsageTerms>`,
    `<plus:Licensor><rdf:Seq><rdf:li plus:LicensorName="${xmlText(licensor.name)}"`,
    `${address('plus:LicensorURL', licensor.url)}/></rdf:Seq></plus:Licensor>`,
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
  ].join('');
}

/** Builds a packet of `PACKET_BYTES`. Cuts the terms to the room there is; drops URLs when even that is too long. */
export function rightsPacket(rights: FileRights): Buffer {
  const withoutLicensor = { ...rights, licensor: { ...rights.licensor, url: '' } };
  const roomIn = (one: FileRights) => PACKET_BYTES - Buffer.byteLength(packetText(one, ''));
  const told = [rights, withoutLicensor].find((one) => roomIn(one) >= 0) ?? {
    ...withoutLicensor,
    licenceUrl: '',
  };
  const packet = Buffer.alloc(PACKET_BYTES, ' ');
  packet.write(packetText(told, fitXml(told.terms, roomIn(told))));
  return packet;
}

/** The current packet of a file's stills, and the edition in their names. */
export interface Wording {
  packet: Buffer;
  edition: string;
  /** A guarded item shows the file: an earlier packet may name the place. */
  isGuarded: boolean;
}

const showsGuarded = (store: Store, hash: string) =>
  store.get(sql`SELECT 1 FROM ${media}
    WHERE guard IS NOT NULL AND (file_hash = ${hash} OR previous_file_hash = ${hash})`) !==
  undefined;

/** Builds wordings from the current settings and confirmed texts; the guard is read at each call. */
export function wordingBy(
  store: Store,
  origin: string,
): (file: Pick<FileRow, 'hash' | 'facts'>) => Wording {
  const site = toSiteFacts(store.select().from(settings).get()?.profile ?? {}, null, origin);
  const mayShow = mayShowOf(store);
  return ({ hash, facts }) => {
    const own = ownRightsOf(facts);
    const isGuarded = showsGuarded(store, hash);
    const told = isGuarded ? shownRights(own, mayShow) : own;
    const packet = rightsPacket(fileRightsOf(told, site));
    const edition = `${LADDER_GENERATION}${sha256(packet).slice(0, 7)}`;
    return { packet, edition, isGuarded };
  };
}
