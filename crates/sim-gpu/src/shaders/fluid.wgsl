// fluid
