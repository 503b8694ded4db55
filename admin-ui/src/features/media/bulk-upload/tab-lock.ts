/** A lock that one tab of this browser has at a time (Web Locks), and a way to ask for it. */

/** A tab that answers nothing for this long is not running: it may be asleep. */
const ANSWER_WITHIN_MS = 3000;

export interface LockEvents {
  /** Another tab asks for it; let go of it when everything is safe. */
  onAsked: () => void;
  /** It was taken without a word. */
  onLost: () => void;
}

/** Lets go of it. */
export type Release = () => void;

export interface TabLock {
  /** Takes it if nobody has it; null when another tab does. */
  tryHold: (events: LockEvents) => Promise<Release | null>;
  /** Takes it once everybody before us has let go. Rejects with the signal's reason. */
  hold: (events: LockEvents, signal: AbortSignal) => Promise<Release>;
  /** Takes it from whoever has it. */
  steal: (events: LockEvents) => Promise<Release>;
  /** Asks the tab that has it to let go; answers whether there is one that will. */
  ask: () => Promise<boolean>;
}

type Message = 'please' | 'coming';

/** Where the browser has no locks (a page without TLS), every tab goes ahead as if it were alone. */
const alone: TabLock = {
  tryHold: async () => () => {},
  hold: async () => () => {},
  steal: async () => () => {},
  ask: async () => true,
};

/** The lock of this name. `answerWithinMs`: how long a tab may take to answer. */
export function openTabLock(name: string, answerWithinMs = ANSWER_WITHIN_MS): TabLock {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return alone;

  const request = (events: LockEvents, options: LockOptions) =>
    new Promise<Release | null>((resolve, reject) => {
      let held = false;
      const keep = (lock: Lock | null): Promise<void> | undefined => {
        if (!lock) {
          resolve(null);
          return undefined;
        }
        held = true;
        const channel = new BroadcastChannel(name);
        channel.onmessage = ({ data }: MessageEvent<Message>) => {
          if (data !== 'please') return;
          channel.postMessage('coming' satisfies Message);
          events.onAsked();
        };
        return new Promise((letGo) => {
          const release = () => {
            held = false;
            channel.close();
            letGo();
          };
          lost = release;
          resolve(release);
        });
      };
      let lost: Release = () => {};
      locks.request(name, options, keep).catch((error: unknown) => {
        if (!held) return reject(error);
        lost();
        events.onLost();
      });
    });
  const certainly = async (events: LockEvents, options: LockOptions): Promise<Release> => {
    const release = await request(events, options);
    if (!release) throw new Error('The lock was not given');
    return release;
  };

  return {
    tryHold: (events) => request(events, { ifAvailable: true }),
    hold: (events, signal) => certainly(events, { signal }),
    steal: (events) => certainly(events, { steal: true }),
    ask: () =>
      new Promise((resolve) => {
        const channel = new BroadcastChannel(name);
        const end = (answered: boolean) => {
          clearTimeout(timer);
          channel.close();
          resolve(answered);
        };
        const timer = setTimeout(() => end(false), answerWithinMs);
        channel.onmessage = ({ data }: MessageEvent<Message>) => {
          if (data === 'coming') end(true);
        };
        channel.postMessage('please' satisfies Message);
      }),
  };
}
