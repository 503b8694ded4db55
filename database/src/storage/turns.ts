/** Work on one name in the order it was asked for; work on different names side by side. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
    last.set(name, turn);
    const forget = () => {
      if (last.get(name) === turn) last.delete(name);
    };
    turn.then(forget, forget);
    return turn;
  };
}
