// The places of a home, loaded only when something is forgotten: a hook opens a memory and must not pay for them.
import type { HomeDirs, TextPlaces } from "./text-places.ts"

export function lazyPlaces(home: HomeDirs): TextPlaces {
  const places = async (): Promise<TextPlaces> => (await import("./text-places.ts")).textPlaces(home)
  return {
    takeIn: async memory => (await places()).takeIn(memory),
    letGo: async () => (await places()).letGo(),
    heldInCopies: async holds => (await places()).heldInCopies(holds),
    unsearchable: async () => (await places()).unsearchable(),
    clear: async (memory, gone) => (await places()).clear(memory, gone),
  }
}
