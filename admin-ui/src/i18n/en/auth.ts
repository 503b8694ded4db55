export const auth = {
  signIn: 'Sign in',
  signInText: 'The workbench behind the site',
  username: 'Username',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  loginSuccessful: 'Login successful',
  welcomeBack: 'Welcome back!',
  loginFailed: 'Login failed',
  invalidCredentials: 'Invalid credentials',
  enterUsernameAndPassword: 'Please enter both username and password',
  invalidVerificationCode: 'Invalid verification code',
} as const;
