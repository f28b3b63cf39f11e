//! Crypto provider of the JWT library: Ed25519 only, so that a token cannot choose another algorithm.

use ed25519_dalek::{SigningKey, VerifyingKey};
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{Error, ErrorKind};
use jsonwebtoken::signature::{self, Signer, Verifier};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key| signer(*algorithm, key),
    verifier_factory: |algorithm, key| verifier(*algorithm, key),
    // Only used for key sets, which the service does not have.
    key_utils: KeyUtils::new_unimplemented(),
};

/// Installs the provider; without one, the library panics at the first token.
pub(crate) fn install() {
    // It is installed once for the process; another service in it may have installed the same.
    let _ = PROVIDER.install_default();
}

fn signer(algorithm: Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>, Error> {
    let seed = <[u8; 32]>::try_from(key.as_bytes()).map_err(|_| ErrorKind::InvalidKeyFormat)?;
    match algorithm {
        Algorithm::EdDSA => Ok(Box::new(Ed25519Signer(SigningKey::from_bytes(&seed)))),
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    }
}

fn verifier(algorithm: Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>, Error> {
    let bytes = <[u8; 32]>::try_from(key.try_get_as_bytes()?).map_err(|_| ErrorKind::InvalidKeyFormat)?;
    match algorithm {
        Algorithm::EdDSA => {
            let key = VerifyingKey::from_bytes(&bytes).map_err(|_| ErrorKind::InvalidKeyFormat)?;
            Ok(Box::new(Ed25519Verifier(key)))
        }
        _ => Err(ErrorKind::InvalidAlgorithm.into()),
    }
}

struct Ed25519Signer(SigningKey);

impl Signer<Vec<u8>> for Ed25519Signer {
    fn try_sign(&self, message: &[u8]) -> Result<Vec<u8>, signature::Error> {
        use ed25519_dalek::Signer as _;
        Ok(self.0.sign(message).to_bytes().to_vec())
    }
}

impl JwtSigner for Ed25519Signer {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}

struct Ed25519Verifier(VerifyingKey);

impl Verifier<Vec<u8>> for Ed25519Verifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        let signature = ed25519_dalek::Signature::from_slice(signature).map_err(|_| signature::Error::new())?;
        self.0.verify_strict(message, &signature).map_err(|_| signature::Error::new())
    }
}

impl JwtVerifier for Ed25519Verifier {
    fn algorithm(&self) -> Algorithm {
        Algorithm::EdDSA
    }
}
