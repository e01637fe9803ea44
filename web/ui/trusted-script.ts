interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: () => string }) => { createScriptURL: (url: string) => string }
}

/**
 * The address of a script as the content security policy accepts it: from a named policy, which knows no other one. A
 * second policy of a name is refused.
 */
export function trustedScript(policyName: string, address: string) {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy(policyName, { createScriptURL: () => address })
  return policy?.createScriptURL(address) ?? address
}
